import type { RequestOf, smsMarketingTask } from '@kituo/sdk/contracts';
import type { TaskRow } from './task-fields.ts';

type Request = RequestOf<typeof smsMarketingTask.save>;

export interface TaskValues extends Record<string, unknown> {
  readonly taskName: string;
  readonly userGroupNo: string;
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
}
export const taskValues = (row: TaskRow | null): TaskValues => ({
  taskName: row?.taskName ?? '',
  userGroupNo: row?.userGroupNo ?? '',
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
});

const whole = (typed: number | null) => typed ?? Number.NaN;

/** The texts that were chosen, each with its share. */
export const armsOf = (values: TaskValues): Request['arms'] =>
  [
    [values.templateA, values.shareA] as const,
    [values.templateB, values.shareB] as const,
    [values.templateC, values.shareC] as const,
  ].flatMap(([templateNo, share]) => (templateNo === null ? [] : [{ templateNo, sharePercent: whole(share) }]));

export function taskOf(row: TaskRow | null, values: TaskValues, checkToken: string): Request {
  return {
    ...(row !== null && { taskNo: row.taskNo, version: row.version }),
    taskName: values.taskName,
    userGroupNo: values.userGroupNo.trim(),
    checkToken,
    arms: armsOf(values),
    holdOutPercent: whole(values.holdOutPercent),
    scheduledAt: values.scheduledAt ?? '',
    ratePerMinute: whole(values.ratePerMinute),
    budgetCents: whole(values.budgetCents),
    attributionDays: whole(values.attributionDays),
  };
}
