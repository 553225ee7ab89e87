import { formatMoney, useText } from '@kituo/sdk';
import type { RequestOf, robotTask } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useDetail, useFormValues } from '@kituo/sdk/page';
import { CASE_LEVEL, CASE_LEVELS, VOICE_LANGUAGE, WHOM } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

export interface RobotValues extends Record<string, unknown> {
  readonly taskName: string;
  readonly merchantNo: string | null;
  /** One a line. */
  readonly phones: string;
  /** Collection's: cases that match, or numbers. */
  readonly whom: 'FILTER' | 'NUMBERS';
  readonly caseLevel: string[];
  readonly dpd: string;
  readonly untouchedToday: boolean;
  readonly brokenPromise: boolean;
  /** One a line. */
  readonly caseIds: string;
  readonly scriptCode: string;
  readonly voiceLanguage: 'en' | 'sw';
  readonly dialFrom: string | null;
  readonly dialTo: string | null;
  readonly maxAttempts: number | null;
  readonly retryGapMinutes: number | null;
  readonly startAt: string | null;
}
const { Moment, MultiSelect, Number: Whole, Segmented, Select, Switch, Text, TimeOfDay } = fieldsOf<RobotValues>();

const nothing = (): RobotValues => ({
  taskName: '',
  merchantNo: null,
  phones: '',
  whom: 'FILTER',
  caseLevel: [],
  dpd: '',
  untouchedToday: false,
  brokenPromise: false,
  caseIds: '',
  scriptCode: '',
  voiceLanguage: 'en',
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 120,
  startAt: new Date(Date.now() + 3_600_000).toISOString(),
});

const linesOf = (typed: string): string[] => [...new Set(typed.split(/[\s,;]+/).filter((one) => one !== ''))];

function diallingOf(values: RobotValues) {
  const { taskName, scriptCode, voiceLanguage } = values;
  return {
    taskName,
    scriptCode,
    voiceLanguage,
    dialFrom: values.dialFrom ?? '',
    dialTo: values.dialTo ?? '',
    maxAttempts: values.maxAttempts ?? Number.NaN,
    retryGapMinutes: values.retryGapMinutes ?? Number.NaN,
    startAt: values.startAt ?? '',
  };
}
export const toPhones = (values: RobotValues): RequestOf<typeof robotTask.marketingCreate> => ({
  ...diallingOf(values),
  merchantNo: values.merchantNo ?? '',
  phones: linesOf(values.phones),
});
const levelsOf = (chosen: readonly unknown[]) => CASE_LEVELS.filter((level) => chosen.includes(level));
const filtersOf = (values: RobotValues) => ({
  ...(values.merchantNo !== null && { merchantNo: values.merchantNo }),
  ...(values.caseLevel.length > 0 && { caseLevel: levelsOf(values.caseLevel) }),
  ...(values.dpd !== '' && { dpd: values.dpd }),
  ...(values.untouchedToday && { untouchedToday: true }),
  ...(values.brokenPromise && { brokenPromise: true }),
});
export const toCases = (values: RobotValues): RequestOf<typeof robotTask.collectionCreate> => ({
  ...diallingOf(values),
  ...(values.whom === 'NUMBERS' ? { caseIds: linesOf(values.caseIds) } : filtersOf(values)),
});

/** Which cases: by filters, with how many they are now, or by number. */
function Cases({ endpoint }: { readonly endpoint: typeof robotTask.collectionAudience }) {
  const t = useText(ROBOTS_TEXTS);
  const { whom, merchantNo, caseLevel, dpd, untouchedToday, brokenPromise } = useFormValues();
  const request = endpoint.request.safeParse({
    merchantNo,
    ...(Array.isArray(caseLevel) && caseLevel.length > 0 && { caseLevel }),
    ...(dpd !== '' && { dpd }),
    ...(untouchedToday === true && { untouchedToday }),
    ...(brokenPromise === true && { brokenPromise }),
  });
  const { data } = useDetail(endpoint, whom === 'FILTER' && request.success ? request.data : null);
  return (
    <>
      <Segmented name="whom" options={WHOM} />
      {whom === 'NUMBERS' ? (
        <Text name="caseIds" isLong hint={t('robots.casesHint')} />
      ) : (
        <>
          <Select name="merchantNo" options={merchantOptions} />
          <MultiSelect name="caseLevel" source={{ kind: 'dictionary', dictionary: CASE_LEVEL }} />
          <Text name="dpd" hint={t('robots.dpdHint')} />
          <Switch name="untouchedToday" />
          <Switch name="brokenPromise" />
          {data !== null && (
            <p className="kp-muted" role="status">
              {t('robots.audience', {
                count: data.borrowers,
                cases: data.cases,
                busy: data.inOtherTask,
                money: formatMoney(data.dueCents),
              })}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** A batch of robot calls: whom, with which script, and when. */
export function RobotTaskForm(props: {
  readonly action: Action<null, RobotValues>;
  readonly audience: 'PHONES' | 'CASES';
  /** Says how many cases match; of collection alone. */
  readonly matching: typeof robotTask.collectionAudience | null;
}) {
  const t = useText(ROBOTS_TEXTS);
  const isPhones = props.audience === 'PHONES';
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Text name="taskName" maxLength={30} />
      {isPhones && <Select name="merchantNo" options={merchantOptions} />}
      {isPhones && <Text name="phones" isLong hint={t('robots.phonesHint')} />}
      {props.matching !== null && <Cases endpoint={props.matching} />}
      <Text name="scriptCode" maxLength={32} hint={t('robots.scriptHint')} />
      <Segmented name="voiceLanguage" options={VOICE_LANGUAGE} />
      <TimeOfDay name="dialFrom" />
      <TimeOfDay name="dialTo" />
      <Whole name="maxAttempts" />
      <Whole name="retryGapMinutes" />
      <Moment name="startAt" />
    </FormDrawer>
  );
}
