import { useText } from '@kituo/sdk';
import { type ReplyOf, type RequestOf, type robotTask, smsMarketingTemplate } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions, useFormValues } from '@kituo/sdk/page';
import {
  AudienceFields,
  audienceOf,
  type AudienceOf,
  type AudienceValues,
  casesOf,
  noAudience,
} from './audience-fields.tsx';
import { FollowUpFields, type FollowUpValues, noFollowUp } from './follow-up-fields.tsx';
import { UNREACHED_SMS, VOICE_LANGUAGE, WHOM, WILLINGNESS } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

export interface RobotValues extends AudienceValues, FollowUpValues {
  readonly taskName: string;
  /** One a line. */
  readonly phones: string;
  /** Who matches, or numbers. */
  readonly whom: 'FILTER' | 'NUMBERS';
  /** One a line. */
  readonly caseIds: string;
  readonly scriptCode: string;
  readonly voiceLanguage: 'en' | 'sw';
  readonly dialFrom: string | null;
  readonly dialTo: string | null;
  readonly maxAttempts: number | null;
  readonly retryGapMinutes: number | null;
  readonly startAt: string | null;
  readonly smsTemplateCode: string | null;
  /** Of cases: each is called at the hour in which they answered most. */
  readonly atBestHour: boolean;
}
const SCENES = smsMarketingTemplate.marketingScene.options;
const { Moment, Number: Whole, Segmented, Select, Switch, Text, TimeOfDay } = fieldsOf<RobotValues>();

const nothing = (whom: RobotValues['whom']): RobotValues => ({
  ...noAudience,
  ...noFollowUp,
  taskName: '',
  phones: '',
  whom,
  caseIds: '',
  scriptCode: '',
  voiceLanguage: 'en',
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 120,
  startAt: new Date(Date.now() + 3_600_000).toISOString(),
  smsTemplateCode: null,
  atBestHour: false,
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
const followUpIn = (kind: AudienceOf['kind'], values: RobotValues) => {
  const { concurrency, handsOver, followUpTemplateNo, followUpLabels, scene, transferGroup } = values;
  return {
    concurrency,
    handsOver,
    ...(kind === 'GROUP' && { scene: SCENES.find((one) => one === scene) ?? null }),
    ...(kind === 'LIST' && { transferGroup: handsOver ? transferGroup : null }),
    ...(followUpTemplateNo !== null && {
      followUpTemplateNo,
      followUpLabels: WILLINGNESS.codes.filter((code) => followUpLabels.includes(code)),
    }),
  };
};
type ToOffers = RequestOf<typeof robotTask.marketingCreate> & RequestOf<typeof robotTask.telemarketingCreate>;
export const toOffers = (kind: 'LIST' | 'GROUP', values: RobotValues): ToOffers => ({
  ...diallingOf(values),
  merchantNo: values.merchantNo ?? '',
  ...followUpIn(kind, values),
  ...(values.whom === 'NUMBERS'
    ? { phones: linesOf(values.phones) }
    : { audience: audienceOf(kind, values) as NonNullable<ToOffers['audience']> }),
});
export const toCases = (values: RobotValues): RequestOf<typeof robotTask.collectionCreate> => ({
  ...diallingOf(values),
  smsTemplateCode: values.smsTemplateCode,
  ...(values.atBestHour && { atBestHour: true }),
  ...(values.whom === 'NUMBERS'
    ? { caseIds: linesOf(values.caseIds) }
    : { ...(values.merchantNo !== null && { merchantNo: values.merchantNo }), ...casesOf(values) }),
});

/** Who matches, with how many they are now, or numbers. */
function Whom({ of }: { readonly of: AudienceOf }) {
  const t = useText(ROBOTS_TEXTS);
  const { whom } = useFormValues();
  const isCases = of.kind === 'CASES';
  return (
    <>
      <Segmented name="whom" options={WHOM} />
      {whom !== 'NUMBERS' && <AudienceFields of={of} />}
      {whom === 'NUMBERS' && isCases && <Text name="caseIds" isLong hint={t('robots.casesHint')} />}
      {whom === 'NUMBERS' && !isCases && (
        <>
          <Select name="merchantNo" options={merchantOptions} />
          <Text name="phones" isLong hint={t('robots.phonesHint')} />
        </>
      )}
    </>
  );
}

/** A batch of robot calls: whom, with which script, and when. */
export function RobotTaskForm(props: { readonly action: Action<null, RobotValues>; readonly of: AudienceOf }) {
  return (
    <FormDrawer action={props.action} defaults={() => nothing(props.of.kind === 'CASES' ? 'FILTER' : 'NUMBERS')}>
      <Text name="taskName" maxLength={30} />
      <Whom of={props.of} />
      <Dialling of={props.of} />
    </FormDrawer>
  );
}

export type RobotInfo = ReplyOf<robotTask.RobotTaskEndpoints['detail']>;

/** A draft as it was written. */
const valuesOf = (info: RobotInfo): RobotValues => ({
  ...nothing('NUMBERS'),
  merchantNo: info.merchantNo,
  taskName: info.taskName,
  scriptCode: info.scriptCode,
  voiceLanguage: info.voiceLanguage,
  dialFrom: info.dialFrom,
  dialTo: info.dialTo,
  maxAttempts: info.maxAttempts,
  retryGapMinutes: info.retryGapMinutes,
  startAt: info.startAt,
  concurrency: info.concurrency,
  followUpTemplateNo: info.followUpTemplateNo,
  followUpLabels: info.followUpLabels,
  handsOver: info.handsOver,
  scene: info.scene,
  transferGroup: info.transferGroup,
});
/** What a change of a draft sends: its people stay. */
export const toDraft = (
  kind: AudienceOf['kind'],
  { taskNo, version }: RobotInfo,
  values: RobotValues,
): RequestOf<typeof robotTask.marketingUpdate> => ({
  taskNo,
  version,
  ...diallingOf(values),
  ...followUpIn(kind, values),
});

/** A draft: when and how its people are called. */
export function RobotDraftForm(props: { readonly action: Action<RobotInfo, RobotValues>; readonly of: AudienceOf }) {
  return (
    <FormDrawer action={props.action} defaults={valuesOf}>
      <Text name="taskName" maxLength={30} />
      <Dialling of={props.of} />
    </FormDrawer>
  );
}

function Dialling({ of }: { readonly of: AudienceOf }) {
  const t = useText(ROBOTS_TEXTS);
  return (
    <>
      <Text name="scriptCode" maxLength={32} hint={t('robots.scriptHint')} />
      <Segmented name="voiceLanguage" options={VOICE_LANGUAGE} />
      <TimeOfDay name="dialFrom" />
      <TimeOfDay name="dialTo" />
      <Whole name="maxAttempts" />
      <Whole name="retryGapMinutes" />
      {of.kind === 'CASES' ? (
        <>
          <Select name="smsTemplateCode" isOptional options={UNREACHED_SMS} hint={t('robots.smsHint')} />
          <Switch name="atBestHour" hint={t('robots.bestHourHint')} />
        </>
      ) : (
        <FollowUpFields of={of} />
      )}
      <Moment name="startAt" />
    </>
  );
}
