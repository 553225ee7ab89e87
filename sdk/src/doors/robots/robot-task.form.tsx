import { useText } from '@kituo/sdk';
import type { RequestOf, robotTask } from '@kituo/sdk/contracts';
import { type Action, fieldsOf, FormDrawer, merchantOptions } from '@kituo/sdk/page';
import { VOICE_LANGUAGE } from './robot-fields.ts';
import { ROBOTS_TEXTS } from './robots-texts.ts';

export interface RobotValues extends Record<string, unknown> {
  readonly taskName: string;
  readonly merchantNo: string | null;
  /** One a line. */
  readonly phones: string;
  /** Collection's: one a line. */
  readonly caseIds: string;
  readonly scriptCode: string;
  readonly voiceLanguage: 'en' | 'sw';
  readonly dialFrom: string | null;
  readonly dialTo: string | null;
  readonly maxAttempts: number | null;
  readonly retryGapMinutes: number | null;
  readonly startAt: string | null;
}
const { Moment, Number: Whole, Segmented, Select, Text, TimeOfDay } = fieldsOf<RobotValues>();

const nothing = (): RobotValues => ({
  taskName: '',
  merchantNo: null,
  phones: '',
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
export const toCases = (values: RobotValues): RequestOf<typeof robotTask.collectionCreate> => ({
  ...diallingOf(values),
  caseIds: linesOf(values.caseIds),
});

/** A batch of robot calls: whom, with which script, and when. */
export function RobotTaskForm(props: {
  readonly action: Action<null, RobotValues>;
  readonly audience: 'PHONES' | 'CASES';
}) {
  const t = useText(ROBOTS_TEXTS);
  const isPhones = props.audience === 'PHONES';
  return (
    <FormDrawer action={props.action} defaults={nothing}>
      <Text name="taskName" maxLength={30} />
      {isPhones && <Select name="merchantNo" options={merchantOptions} />}
      {isPhones ? (
        <Text name="phones" isLong hint={t('robots.phonesHint')} />
      ) : (
        <Text name="caseIds" isLong hint={t('robots.casesHint')} />
      )}
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
