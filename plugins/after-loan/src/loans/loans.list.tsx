import { useText } from '@kituo/sdk';
import { payoutOrder } from '@kituo/sdk/contracts';
import {
  ImportDialog,
  ListScreen,
  onPage,
  useImport,
  useListPage,
  useRefreshOn,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { LoanDetail } from './loan-detail.tsx';
import { LoanDialogs } from './loan-dialogs.tsx';
import { loanColumns, loanFilters } from './loan-fields.ts';
import type { LoanRow } from './loan-fields.ts';
import { PayeeChangeForm, usePayeeChange } from './payee-change.tsx';
import { useLoanActions } from './use-loan-actions.ts';

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
  useRefreshOnRows(screen.list, (row) => [row.orderNo]);
  // A payee or an offline loan that somebody approved.
  useRefreshOn('change', screen.list.refresh);
  const importer = useImport({
    name: 'offlineImport',
    kind: 'offlineLoans.import',
    code: 'afterLoan:offlineLoan:import',
    list: { refresh: screen.list.refresh },
  });
  const actions = useLoanActions(screen.list);
  const { rowAction: changePayee, ...payeeForm } = usePayeeChange(screen.list);
  return (
    <ListScreen
      of={screen}
      title={t('loan.title')}
      rowActions={[...actions.rowActions, changePayee]}
      pageActions={[onPage(importer.action, null)]}
      batches={actions.batches}
      detail={({ orderNo }) => <LoanDetail orderNo={orderNo} />}
    >
      <LoanDialogs actions={actions} />
      <PayeeChangeForm {...payeeForm} />
      <ImportDialog importer={importer} />
    </ListScreen>
  );
}
