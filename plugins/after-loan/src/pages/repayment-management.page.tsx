import { useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { ListScreen, useListPage } from '@kituo/sdk/page';
import { orderColumns, orderFilters } from '../desk/desk-fields.ts';
import { OrderRepayment } from '../desk/order-repayment.tsx';

/** A row an order, all its bills summed: a customer on the phone and one payment to place. */
export function RepaymentManagementPage() {
  const t = useText();
  const screen = useListPage<repayment.OrderRow>({
    load: repayment.orderPage,
    idOf: (row) => row.orderNo,
    columns: orderColumns,
    filters: orderFilters,
    defaultSort: '-lendingTime',
    file: { endpoint: repayment.orderExport, jobKind: 'repayments.exportLoans' },
  });
  return (
    <ListScreen of={screen} title={t('loans.title')} detail={({ orderNo }) => <OrderRepayment orderNo={orderNo} />} />
  );
}
