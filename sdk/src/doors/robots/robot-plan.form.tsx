import { useText } from '@kituo/sdk';
import type { RequestOf, robotPlan, robotTask } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, useFormValues } from '@kituo/sdk/page';
import { AudienceFields, audienceOf, type AudienceOf, type AudienceValues, noAudience } from './audience-fields.tsx';
import { ROBOT_VENDOR, ROBOT_WEEKDAY, UNREACHED_SMS, VOICE_LANGUAGE } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

type Row = robotPlan.PlanRow;
export interface PlanValues extends AudienceValues {
  readonly planName: string;
  readonly scriptCode: string;
  readonly voiceLanguage: 'en' | 'sw';
  readonly dialFrom: string | null;
  readonly dialTo: string | null;
  /** Times, separated by commas or spaces. */
  readonly runTimes: string;
  readonly weekdays: string[];
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly maxAttempts: number | null;
  readonly retryGapMinutes: number | null;
  readonly holdOutPercent: number | null;
  readonly vendor: 'ROBOT' | 'NINE_FOUR';
  readonly smsTemplateCode: string | null;
}
const { Date: Day, MultiSelect, Number: Whole, Segmented, Select, Text, TimeOfDay } = fieldsOf<PlanValues>();

const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi' }).format(new Date());

/** A plan as its form has it; a new one works days, from today on. */
export function planValues(row: Row | null): PlanValues {
  const audience: robotTask.PlanAudience = row?.audience ?? {};
  return {
    ...noAudience,
    planName: row?.planName ?? '',
    merchantNo: row?.merchantNo ?? null,
    scriptCode: row?.scriptCode ?? '',
    voiceLanguage: row?.voiceLanguage ?? 'en',
    dialFrom: row?.dialFrom ?? '09:00',
    dialTo: row?.dialTo ?? '17:00',
    runTimes: (row?.runTimes ?? ['09:00']).join(', '),
    weekdays: (row?.weekdays ?? [1, 2, 3, 4, 5]).map(String),
    startsOn: row?.startsOn ?? today(),
    endsOn: row?.endsOn ?? null,
    maxAttempts: row?.maxAttempts ?? 2,
    retryGapMinutes: row?.retryGapMinutes ?? 120,
    holdOutPercent: row?.holdOutPercent ?? 0,
    vendor: row?.vendor ?? 'ROBOT',
    smsTemplateCode: row?.smsTemplateCode ?? null,
    dpd: audience.dpd ?? '',
    caseLevel: [audience.caseLevel ?? []].flat(),
    productNo: [audience.productNo ?? []].flat(),
    termNo: [audience.termNo ?? []].flat().join(', '),
    untouchedToday: audience.untouchedToday ?? false,
    brokenPromise: audience.brokenPromise ?? false,
    listType: audience.listType ?? null,
    marketingTarget: audience.marketingTarget ?? null,
    customerStatus: audience.customerStatus ?? null,
    willingness: audience.willingness ?? null,
    batchNo: audience.batchNo ?? '',
    userGroupNo: audience.userGroupNo ?? '',
  };
}

export const toPlan = (
  kind: AudienceOf['kind'],
  row: Pick<Row, 'planNo' | 'version'> | null,
  values: PlanValues,
): RequestOf<robotPlan.RobotPlanEndpoints['save']> => ({
  ...(row !== null && { planNo: row.planNo, version: row.version }),
  planName: values.planName,
  merchantNo: values.merchantNo ?? '',
  scriptCode: values.scriptCode,
  voiceLanguage: values.voiceLanguage,
  dialFrom: values.dialFrom ?? '',
  dialTo: values.dialTo ?? '',
  runTimes: values.runTimes.split(/[\s,;]+/).filter((one) => one !== ''),
  weekdays: values.weekdays.map(Number),
  startsOn: values.startsOn ?? '',
  endsOn: values.endsOn,
  maxAttempts: values.maxAttempts ?? Number.NaN,
  retryGapMinutes: values.retryGapMinutes ?? Number.NaN,
  holdOutPercent: values.holdOutPercent ?? 0,
  ...(kind === 'CASES' && {
    vendor: values.vendor,
    smsTemplateCode: values.vendor === 'ROBOT' ? values.smsTemplateCode : null,
  }),
  audience: audienceOf(kind, values),
});

/** Who dials; only our own robot sends a text to whom it did not reach. */
function Vendor() {
  const t = useText(ROBOTS_TEXTS);
  const { vendor } = useFormValues();
  return (
    <>
      <Segmented name="vendor" options={ROBOT_VENDOR} hint={t('robots.vendorHint')} />
      {vendor !== 'NINE_FOUR' && (
        <Select name="smsTemplateCode" isOptional options={UNREACHED_SMS} hint={t('robots.smsHint')} />
      )}
    </>
  );
}

/** A plan: whom, with which script, on which days and at which times. */
export function RobotPlanForm<Subject extends Row | null>(props: {
  readonly action: Action<Subject, PlanValues>;
  readonly of: AudienceOf;
}) {
  const t = useText(ROBOTS_TEXTS);
  return (
    <FormDrawer action={props.action} defaults={planValues}>
      <Text name="planName" maxLength={30} />
      <AudienceFields of={props.of} />
      {props.of.kind === 'CASES' && <Vendor />}
      <Text name="scriptCode" maxLength={32} hint={t('robots.scriptHint')} />
      <Segmented name="voiceLanguage" options={VOICE_LANGUAGE} />
      <MultiSelect name="weekdays" source={{ kind: 'dictionary', dictionary: ROBOT_WEEKDAY }} />
      <Text name="runTimes" maxLength={50} hint={t('robots.timesHint')} />
      <TimeOfDay name="dialFrom" />
      <TimeOfDay name="dialTo" />
      <Whole name="maxAttempts" />
      <Whole name="retryGapMinutes" />
      <Whole name="holdOutPercent" hint={t('robots.holdOutHint')} />
      <Day name="startsOn" />
      <Day name="endsOn" isOptional />
    </FormDrawer>
  );
}
