import { useText } from '@kituo/sdk';
import { unrenewedLoanSms } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  type List,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { unrenewedColumns, unrenewedFilters, type UnrenewedRow } from './unrenewed-fields.ts';
import { UnrenewedDetail } from './unrenewed.detail.tsx';
import { UnrenewedForm, unrenewedOf, type UnrenewedValues } from './unrenewed.form.tsx';

function useStep(
  name: string,
  endpoint: typeof unrenewedLoanSms.submit,
  list: List<UnrenewedRow>,
  isDangerous = false,
) {
  return useAction({
    name,
    endpoint,
    request: ({ configNo }: UnrenewedRow, values: { reason?: string }) => ({
      configNo,
      ...(values.reason !== undefined && values.reason !== '' && { reason: values.reason }),
    }),
    list,
    isDangerous,
    facts: ({ configName, dailyCap }) => ({ name: configName, count: dailyCap }),
  });
}

/** Standing rules for customers who settled: written, enabled by another person, watched and disabled. */
export function UnrenewedList() {
  const t = useText();
  const screen = useListPage<UnrenewedRow>({
    load: unrenewedLoanSms.page,
    idOf: (row) => row.configNo,
    columns: unrenewedColumns,
    filters: unrenewedFilters,
    defaultSort: '-updatedAt',
    file: { endpoint: unrenewedLoanSms.exportList, jobKind: 'unrenewedLoanSms.export' },
  });
  const { list } = screen;
  const add = useAction({
    name: 'unrenewedAdd',
    endpoint: unrenewedLoanSms.save,
    request: (_nothing: null, values: UnrenewedValues) => unrenewedOf(null, values),
    list: { refresh: list.refresh },
  });
  const update = useAction({
    name: 'unrenewedUpdate',
    endpoint: unrenewedLoanSms.save,
    request: (row: UnrenewedRow, values: UnrenewedValues) => unrenewedOf(row, values),
    list,
    facts: ({ configName }) => ({ name: configName }),
  });
  const submit = useStep('unrenewedSubmit', unrenewedLoanSms.submit, list);
  const approve = useStep('unrenewedApprove', unrenewedLoanSms.approve, list);
  const sendBack = useStep('unrenewedReturn', unrenewedLoanSms.sendBack, list);
  const enable = useStep('unrenewedEnable', unrenewedLoanSms.enable, list);
  const disable = useStep('unrenewedDisable', unrenewedLoanSms.disable, list, true);
  return (
    <ListScreen
      of={screen}
      title={t('unrenewed.title')}
      nameOf={({ configName }) => configName}
      rowActions={[
        allowedAs(update, 'update'),
        allowedAs(submit, 'submit'),
        allowedAs(approve, 'approve'),
        allowedAs(sendBack, 'return'),
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      pageActions={[onPage({ ...add, isAllowed: () => add.isPermitted }, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ configNo }) => <UnrenewedDetail configNo={configNo} />}
      emptyText={t('unrenewed.none')}
    >
      <UnrenewedForm action={add} />
      <UnrenewedForm action={update} />
      {[submit, approve, enable].map((step) => (
        <Ask key={step.name} action={step} />
      ))}
      <AskReason action={sendBack} />
      <AskReason action={disable} isOptional />
    </ListScreen>
  );
}
