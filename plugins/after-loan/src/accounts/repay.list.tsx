import { useText } from '@kituo/sdk';
import { change, repayAccount } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  onRow,
  useAction,
  useListPage,
  useRefreshOn,
  useWordedColumns,
} from '@kituo/sdk/page';
import { repayColumns, repayFilters } from './account-fields.ts';
import type { RepayRow } from './account-fields.ts';
import { PointingHere } from './pointing-here.tsx';
import { RepayDetail } from './repay-detail.tsx';
import { RepayForm, repayRequest } from './repay.form.tsx';
import type { RepayValues } from './repay.form.tsx';
import { everyBank } from '../parts/codes.ts';
import { useStateActions } from './use-account-actions.ts';

interface RangeValues extends Record<string, unknown> {
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}
const { Text } = fieldsOf<RangeValues>();
const waitsIn = change.changeFamilies.repayAccount;

/** The accounts that customers pay in to. */
export function RepayList() {
  const t = useText();
  const columns = useWordedColumns(repayColumns, 'bankCode', everyBank);
  const screen = useListPage<RepayRow>({
    load: repayAccount.page,
    idOf: (row) => row.accountId,
    columns,
    filters: repayFilters,
    defaultSort: '-todayReceivedCents',
    file: { endpoint: repayAccount.exportList, jobKind: 'repayAccounts.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const refreshed = { refresh: screen.list.refresh };
  const add = useAction({
    name: 'accountAdd',
    endpoint: repayAccount.save,
    request: (_row: RepayRow | null, values: RepayValues) => repayRequest(values),
    list: refreshed,
    waitsIn,
  });
  const update = useAction({
    name: 'accountUpdate',
    endpoint: repayAccount.update,
    request: (row: RepayRow | null, values: RepayValues) => ({
      ...repayRequest(values),
      accountId: row?.accountId ?? '',
      version: row?.version ?? 0,
    }),
    list: refreshed,
    waitsIn,
    facts: (row) => ({ name: row?.accountName ?? '' }),
  });
  const range = useAction({
    name: 'virtualRange',
    endpoint: repayAccount.virtualRange,
    request: ({ accountId, version }: RepayRow, values: RangeValues) => ({ accountId, version, ...values }),
    list: refreshed,
    waitsIn,
    facts: (row) => ({ name: row.accountName }),
  });
  const { disable, enable } = useStateActions<RepayRow>(repayAccount.state, waitsIn, screen.list);
  return (
    <ListScreen
      of={screen}
      title={t('repayAccount.title')}
      nameOf={(row) => row.accountName}
      pageActions={[onPage(add, null)]}
      rowActions={[
        onRow<RepayRow, RepayRow | null>(update, 'update', (row) => row),
        range,
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      detail={({ accountId }) => <RepayDetail accountId={accountId} />}
    >
      <RepayForm action={add} />
      <RepayForm action={update} />
      <FormDialog
        action={range}
        defaults={(row): RangeValues => ({ from: row.rangeFrom ?? '', to: row.rangeTo ?? '', reason: '' })}
      >
        <Text name="from" maxLength={12} />
        <Text name="to" maxLength={12} hint={t('repayAccount.rangeHint')} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <AskReason action={enable} />
      <AskReason action={disable}>
        <p>{t('repayAccount.disableText')}</p>
        {disable.subject !== null && <PointingHere row={disable.subject} />}
      </AskReason>
    </ListScreen>
  );
}
