import { useText } from '@kituo/sdk';
import { repayAccount } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { repayColumns, repayFilters } from './account-fields.ts';
import type { RepayRow } from './account-fields.ts';

/** The accounts that customers pay in to. */
export function RepayList() {
  const t = useText();
  const screen = useListPage<RepayRow>({
    load: repayAccount.page,
    idOf: (row) => row.accountId,
    columns: repayColumns,
    filters: repayFilters,
    defaultSort: '-todayReceivedCents',
    file: { endpoint: repayAccount.exportList, jobKind: 'repayAccounts.export' },
  });
  return <ListScreen of={screen} title={t('repayAccount.title')} nameOf={(row) => row.accountName} />;
}
