import type { RequestOf, smsMarketingTask } from '@kituo/sdk/contracts';
import { rulesOf, ruleValues, type RuleValues } from './rule-fields.tsx';
import type { TaskRow } from './task-fields.ts';

type Request = RequestOf<typeof smsMarketingTask.save>;

export interface TaskValues extends RuleValues, Record<string, unknown> {
  readonly taskName: string;
  readonly audienceType: TaskRow['audienceType'];
  readonly userGroupNo: string;
  readonly batchNo: string;
  readonly merchantNo: string | null;
  readonly templateA: string | null;
  readonly shareA: number | null;
  readonly templateB: string | null;
  readonly shareB: number | null;
  readonly templateC: string | null;
  readonly shareC: number | null;
  readonly holdOutPercent: number | null;
  readonly scheduledAt: string | null;
  readonly ratePerMinute: number | null;
  readonly budgetCents: number | null;
  readonly attributionDays: number | null;
  readonly byCustomerHour: boolean;
  readonly linkUrl: string | null;
  readonly validUntil: string | null;
}
export const taskValues = (row: TaskRow | null): TaskValues => ({
  taskName: row?.taskName ?? '',
  audienceType: row?.audienceType ?? 'USER_GROUP',
  userGroupNo: row?.userGroupNo ?? '',
  batchNo: row?.batchNo ?? '',
  merchantNo: row?.merchantNo ?? null,
  ...ruleValues(row?.rules ?? null),
  templateA: row?.arms[0]?.templateNo ?? null,
  shareA: row?.arms[0]?.sharePercent ?? 100,
  templateB: row?.arms[1]?.templateNo ?? null,
  shareB: row?.arms[1]?.sharePercent ?? null,
  templateC: row?.arms[2]?.templateNo ?? null,
  shareC: row?.arms[2]?.sharePercent ?? null,
  holdOutPercent: row?.holdOutPercent ?? 10,
  scheduledAt: row?.scheduledAt ?? null,
  ratePerMinute: row?.ratePerMinute ?? 60,
  budgetCents: row?.budgetCents ?? null,
  attributionDays: row?.attributionDays ?? 7,
  byCustomerHour: row?.byCustomerHour ?? false,
  linkUrl: row?.linkUrl ?? null,
  validUntil: row?.validUntil ?? null,
});

const whole = (typed: number | null) => typed ?? Number.NaN;

/** The texts that were chosen, each with its share. */
export const armsOf = (values: TaskValues): Request['arms'] =>
  [
    [values.templateA, values.shareA] as const,
    [values.templateB, values.shareB] as const,
    [values.templateC, values.shareC] as const,
  ].flatMap(([templateNo, share]) => (templateNo === null ? [] : [{ templateNo, sharePercent: whole(share) }]));

/** Whom the form names, as requests say it. @param phones Of the file that was chosen; null where none was. */
export function audienceOf(values: TaskValues, phones: readonly string[] | null) {
  const { audienceType, merchantNo } = values;
  switch (audienceType) {
    case 'USER_GROUP':
      return { audienceType, userGroupNo: values.userGroupNo.trim() };
    case 'LIST_BATCH':
      return { audienceType, batchNo: values.batchNo.trim() };
    case 'CUSTOMER_FILTER':
      return { audienceType, ...(merchantNo !== null && { merchantNo }), rules: rulesOf(values) };
    case 'FILE':
      return {
        audienceType,
        ...(merchantNo !== null && { merchantNo }),
        ...(phones !== null && { phones: [...phones] }),
      };
  }
}

/** What the form does not hold by itself: the token of its check, and the numbers of its file. */
export interface TaskBeside {
  readonly checkToken: string;
  /** Null where no file was chosen: the numbers of the last one stay. */
  readonly phones: readonly string[] | null;
}

export function taskOf(row: TaskRow | null, values: TaskValues, { checkToken, phones }: TaskBeside): Request {
  return {
    ...(row !== null && { taskNo: row.taskNo, version: row.version }),
    taskName: values.taskName,
    ...audienceOf(values, phones),
    ...(values.audienceType === 'USER_GROUP' && { checkToken }),
    arms: armsOf(values),
    holdOutPercent: whole(values.holdOutPercent),
    scheduledAt: values.scheduledAt ?? '',
    ratePerMinute: whole(values.ratePerMinute),
    budgetCents: whole(values.budgetCents),
    attributionDays: whole(values.attributionDays),
    byCustomerHour: values.byCustomerHour,
    linkUrl: values.linkUrl,
    validUntil: values.validUntil,
  };
}
