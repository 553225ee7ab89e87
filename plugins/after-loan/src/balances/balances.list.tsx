import { useText } from '@kituo/sdk';
import { balance } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { balanceColumns, balanceFilters } from './balance-fields.ts';
import type { BalanceRow } from './balance-fields.ts';

/** Each account's balance as stated, beside what the books say. */
export function BalanceList() {
  const t = useText();
  const screen = useListPage<BalanceRow>({
    load: balance.page,
    idOf: (row) => row.accountId,
    columns: balanceColumns,
    filters: balanceFilters,
    defaultSort: 'accountName',
    file: { endpoint: balance.exportList, jobKind: 'balances.export' },
  });
  return <ListScreen of={screen} title={t('balance.title')} nameOf={(row) => row.accountName} />;
}
