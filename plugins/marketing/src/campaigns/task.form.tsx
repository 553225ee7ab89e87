import { smsMarketingTask } from '@kituo/sdk/contracts';
import { UserGroupCheck } from '@kituo/sdk/groups';
import { type Action, fieldsOf, FormDrawer, remoteOptions } from '@kituo/sdk/page';
import { FormEstimate } from './task-estimate.tsx';
import type { TaskRow } from './task-fields.ts';
import { taskValues, type TaskValues } from './task-values.ts';

const { Moment, Money, Number: Whole, Text, TreeSelect } = fieldsOf<TaskValues>();

/** Texts that may be sent, found by what is typed of their name or merchant. */
const templateOptions = remoteOptions(smsMarketingTask.templates, (all) =>
  all.map(({ templateNo, templateName, merchantName, language, segmentCount }) => ({
    value: templateNo,
    label: `${templateName} · ${merchantName}`,
    hint: `${templateNo} · ${language} · ${segmentCount} SMS`,
  })),
);

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
      <TreeSelect name="templateA" source={templateOptions} />
      <Whole name="shareA" />
      <TreeSelect name="templateB" isOptional source={templateOptions} />
      <Whole name="shareB" isOptional />
      <TreeSelect name="templateC" isOptional source={templateOptions} />
      <Whole name="shareC" isOptional />
      <Whole name="holdOutPercent" />
      <Moment name="scheduledAt" />
      <Whole name="ratePerMinute" />
      <Money name="budgetCents" />
      <Whole name="attributionDays" />
      <FormEstimate />
    </FormDrawer>
  );
}
