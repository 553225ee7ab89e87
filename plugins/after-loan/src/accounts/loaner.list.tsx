import { useText } from '@kituo/sdk';
import { loanerAccount } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { loanerColumns, loanerFilters } from './account-fields.ts';
import type { LoanerRow } from './account-fields.ts';

/** The accounts that loans are paid out from. */
export function LoanerList() {
  const t = useText();
  const screen = useListPage<LoanerRow>({
    load: loanerAccount.page,
    idOf: (row) => row.accountId,
    columns: loanerColumns,
    filters: loanerFilters,
    defaultSort: 'loanerName',
    file: { endpoint: loanerAccount.exportList, jobKind: 'loanerAccounts.export' },
  });
  return <ListScreen of={screen} title={t('loaner.title')} nameOf={(row) => row.accountName} />;
}
