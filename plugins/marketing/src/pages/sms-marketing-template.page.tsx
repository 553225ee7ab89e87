import { lastDays, useText } from '@kituo/sdk';
import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  fieldsOf,
  FormDialog,
  type List,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { TemplateDetail } from '../templates/template.detail.tsx';
import { templateColumns, templateFilters, type TemplateRow, testPhones } from '../templates/template-fields.ts';
import { TemplateForm, templateOf, type TemplateValues } from '../templates/template.form.tsx';

type Step = typeof smsMarketingTemplate.submit;

interface TestValues extends Record<string, unknown> {
  readonly userNo: string | null;
}
const { TreeSelect } = fieldsOf<TestValues>();

function useStep(name: string, endpoint: Step, list: List<TemplateRow>, isDangerous = false) {
  return useAction({
    name,
    endpoint,
    request: ({ templateNo }: TemplateRow, values: { reason?: string }) => ({
      templateNo,
      ...(values.reason !== undefined && values.reason !== '' && { reason: values.reason }),
    }),
    list,
    isDangerous,
    facts: ({ templateName, usedInTasks }) => ({ name: templateName, count: usedInTasks }),
  });
}

/** Texts for marketing by SMS, each approved by another person before a campaign may send it. */
export function SmsMarketingTemplatePage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { updatedAt: `${from}..${to}` };
  });
  const screen = useListPage<TemplateRow>({
    load: smsMarketingTemplate.page,
    idOf: (row) => row.templateNo,
    columns: templateColumns,
    filters: templateFilters,
    defaultSort: '-updatedAt',
    initial,
    file: { endpoint: smsMarketingTemplate.exportList, jobKind: 'smsMarketingTemplates.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'templateAdd',
    endpoint: smsMarketingTemplate.save,
    request: (_nothing: null, values: TemplateValues) => templateOf(values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'templateUpdate',
    endpoint: smsMarketingTemplate.save,
    request: ({ templateNo, version }: TemplateRow, values: TemplateValues) => ({
      templateNo,
      version,
      ...templateOf(values),
    }),
    list,
    facts: ({ templateName }) => ({ name: templateName }),
  });
  const test = useAction({
    name: 'templateTest',
    endpoint: smsMarketingTemplate.test,
    request: ({ templateNo }: TemplateRow, { userNo }: TestValues) => ({ templateNo, userNo: userNo ?? '' }),
    facts: ({ templateName }, reply) => ({ name: templateName, left: reply?.left ?? 0 }),
  });
  const submit = useStep('templateSubmit', smsMarketingTemplate.submit, list);
  const approve = useStep('templateApprove', smsMarketingTemplate.approve, list);
  const sendBack = useStep('templateReturn', smsMarketingTemplate.sendBack, list);
  const copy = useStep('templateCopy', smsMarketingTemplate.copy, list);
  const enable = useStep('templateEnable', smsMarketingTemplate.enable, list);
  const disable = useStep('templateDisable', smsMarketingTemplate.disable, list, true);
  return (
    <ListScreen
      of={screen}
      title={t('template.title')}
      nameOf={({ templateName }) => templateName}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(test, 'test'),
        allowedAs(copy, 'copy'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ templateNo }) => <TemplateDetail templateNo={templateNo} />}
      emptyText={t('template.none')}
    >
      <TemplateForm action={add} />
      <TemplateForm action={update} />
      <FormDialog action={test} defaults={(): TestValues => ({ userNo: null })}>
        <TreeSelect name="userNo" source={testPhones} hint={t('template.testHint')} />
      </FormDialog>
      {[submit, approve, copy, enable, disable].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
    </ListScreen>
  );
}
