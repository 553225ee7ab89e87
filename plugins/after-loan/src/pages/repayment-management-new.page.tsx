import { useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { BillDetail } from '../desk/bill-detail.tsx';
import { billColumns, billFilters } from '../desk/desk-fields.ts';

/** A row a bill: payments put on it, drafts, files. */
export function RepaymentManagementNewPage() {
  const t = useText();
  const screen = useListPage<repayment.BillRow>({
    load: repayment.billPage,
    idOf: (row) => row.billNo,
    columns: billColumns,
    filters: billFilters,
    defaultSort: 'dueDate',
    initial: { billStatus: 'ACTIVE' },
    file: { endpoint: repayment.billExport, jobKind: 'repayments.exportBills' },
  });
  return <ListScreen of={screen} title={t('bills.title')} detail={({ billNo }) => <BillDetail billNo={billNo} />} />;
}
