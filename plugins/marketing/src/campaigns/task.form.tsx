import type { RequestOf, smsMarketingTask } from '@kituo/sdk/contracts';
import { UserGroupCheck } from '@kituo/sdk/groups';
import { type Action, fieldsOf, FormDrawer } from '@kituo/sdk/page';
import type { TaskRow } from './task-fields.ts';

type Request = RequestOf<typeof smsMarketingTask.save>;

export interface TaskValues extends Record<string, unknown> {
  readonly taskName: string;
  readonly userGroupNo: string;
  readonly templateA: string;
  readonly shareA: number | null;
  readonly templateB: string;
  readonly shareB: number | null;
  readonly templateC: string;
  readonly shareC: number | null;
  readonly holdOutPercent: number | null;
  readonly scheduledAt: string | null;
  readonly ratePerMinute: number | null;
  readonly budgetCents: number | null;
  readonly attributionDays: number | null;
}
const { Moment, Money, Number: Whole, Text } = fieldsOf<TaskValues>();

export const taskValues = (row: TaskRow | null): TaskValues => ({
  taskName: row?.taskName ?? '',
  userGroupNo: row?.userGroupNo ?? '',
  templateA: row?.arms[0]?.templateNo ?? '',
  shareA: row?.arms[0]?.sharePercent ?? 100,
  templateB: row?.arms[1]?.templateNo ?? '',
  shareB: row?.arms[1]?.sharePercent ?? null,
  templateC: row?.arms[2]?.templateNo ?? '',
  shareC: row?.arms[2]?.sharePercent ?? null,
  holdOutPercent: row?.holdOutPercent ?? 10,
  scheduledAt: row?.scheduledAt ?? null,
  ratePerMinute: row?.ratePerMinute ?? 60,
  budgetCents: row?.budgetCents ?? null,
  attributionDays: row?.attributionDays ?? 7,
});

const whole = (typed: number | null) => typed ?? Number.NaN;

export function taskOf(row: TaskRow | null, values: TaskValues, checkToken: string): Request {
  const arms = [
    [values.templateA, values.shareA],
    [values.templateB, values.shareB],
    [values.templateC, values.shareC],
  ] as const;
  return {
    ...(row !== null && { taskNo: row.taskNo, version: row.version }),
    taskName: values.taskName,
    userGroupNo: values.userGroupNo.trim(),
    checkToken,
    arms: arms
      .filter(([templateNo]) => templateNo.trim() !== '')
      .map(([templateNo, share]) => ({ templateNo: templateNo.trim(), sharePercent: whole(share) })),
    holdOutPercent: whole(values.holdOutPercent),
    scheduledAt: values.scheduledAt ?? '',
    ratePerMinute: whole(values.ratePerMinute),
    budgetCents: whole(values.budgetCents),
    attributionDays: whole(values.attributionDays),
  };
}

/** A campaign: whom, with which texts, when, how fast and for how much. */
export function TaskForm<Subject extends TaskRow | null>(props: {
  readonly action: Action<Subject, TaskValues>;
  readonly onChecked: (checkToken: string) => void;
}) {
  return (
    <FormDrawer action={props.action} defaults={(row) => taskValues(row)}>
      <Text name="taskName" maxLength={30} />
      <Text name="userGroupNo" maxLength={20} />
      <UserGroupCheck onChecked={props.onChecked} />
      <Text name="templateA" maxLength={20} />
      <Whole name="shareA" />
      <Text name="templateB" isOptional maxLength={20} />
      <Whole name="shareB" isOptional />
      <Text name="templateC" isOptional maxLength={20} />
      <Whole name="shareC" isOptional />
      <Whole name="holdOutPercent" />
      <Moment name="scheduledAt" />
      <Whole name="ratePerMinute" />
      <Money name="budgetCents" />
      <Whole name="attributionDays" />
    </FormDrawer>
  );
}
