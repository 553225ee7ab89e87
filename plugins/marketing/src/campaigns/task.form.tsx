import { useText } from '@kituo/sdk';
import { smsMarketingTask } from '@kituo/sdk/contracts';
import { PhonesFile, UserGroupCheck } from '@kituo/sdk/groups';
import { type Action, fieldsOf, FormDrawer, merchantOptions, remoteOptions, useFormValues } from '@kituo/sdk/page';
import { useEffect, useState } from 'react';
import { SMS_AUDIENCE } from '../marketing-words.ts';
import { RuleFields } from './rule-fields.tsx';
import { FormEstimate } from './task-estimate.tsx';
import type { TaskRow } from './task-fields.ts';
import { taskValues, type TaskValues } from './task-values.ts';

const { Date: Day, Moment, Money, Number: Whole, Select, Switch, Text, TreeSelect } = fieldsOf<TaskValues>();

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
  readonly onPhones: (phones: readonly string[] | null) => void;
}) {
  const { action, onPhones } = props;
  return (
    <FormDrawer action={action} defaults={(row) => taskValues(row)}>
      <Body row={action.subject} onChecked={props.onChecked} onPhones={onPhones} />
    </FormDrawer>
  );
}

function Body(props: {
  readonly row: TaskRow | null;
  readonly onChecked: (checkToken: string) => void;
  readonly onPhones: (phones: readonly string[] | null) => void;
}) {
  const { row, onPhones } = props;
  const t = useText();
  const [phones, setPhones] = useState<readonly string[] | null>(null);
  // Another opening begins without the file of the last.
  useEffect(() => {
    onPhones(phones);
  }, [onPhones, phones]);
  return (
    <>
      <Text name="taskName" maxLength={30} />
      <Select name="audienceType" options={SMS_AUDIENCE} />
      <Whom row={row} onChecked={props.onChecked} onPhones={setPhones} />
      <TreeSelect name="templateA" source={templateOptions} />
      <Whole name="shareA" />
      <TreeSelect name="templateB" isOptional source={templateOptions} />
      <Whole name="shareB" isOptional />
      <TreeSelect name="templateC" isOptional source={templateOptions} />
      <Whole name="shareC" isOptional />
      <Whole name="holdOutPercent" />
      <Moment name="scheduledAt" />
      <Switch name="byCustomerHour" hint={t('task.byHourHint')} />
      <Whole name="ratePerMinute" />
      <Money name="budgetCents" />
      <Whole name="attributionDays" />
      <Text name="linkUrl" isOptional maxLength={200} inputMode="url" />
      <Day name="validUntil" isOptional />
      <FormEstimate row={row} phones={phones} />
    </>
  );
}

/** What the kind of audience asks for. */
function Whom(props: {
  readonly row: TaskRow | null;
  readonly onChecked: (checkToken: string) => void;
  readonly onPhones: (phones: readonly string[]) => void;
}) {
  const { audienceType } = useFormValues();
  switch (audienceType) {
    case 'LIST_BATCH':
      return <Text name="batchNo" maxLength={20} />;
    case 'CUSTOMER_FILTER':
      return (
        <>
          <Select name="merchantNo" options={merchantOptions} />
          <RuleFields />
        </>
      );
    case 'FILE':
      return (
        <>
          <Select name="merchantNo" options={merchantOptions} />
          <PhonesFile
            most={smsMarketingTask.MAX_PHONES}
            isKept={props.row?.audienceType === 'FILE'}
            onRead={props.onPhones}
          />
        </>
      );
    default:
      return (
        <>
          <Text name="userGroupNo" maxLength={20} />
          <UserGroupCheck onChecked={props.onChecked} />
        </>
      );
  }
}
