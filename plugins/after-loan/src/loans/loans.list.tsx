import { useText } from '@kituo/sdk';
import { payoutOrder } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { loanColumns, loanFilters } from './loan-fields.ts';
import type { LoanRow } from './loan-fields.ts';

/** Every order from approval to money out. */
export function LoanList() {
  const t = useText();
  const screen = useListPage<LoanRow>({
    load: payoutOrder.page,
    idOf: (row) => row.orderNo,
    columns: loanColumns,
    filters: loanFilters,
    defaultSort: '-auditTime',
    file: { endpoint: payoutOrder.exportList, jobKind: 'payouts.exportOrders' },
  });
  return <ListScreen of={screen} title={t('loan.title')} />;
}
