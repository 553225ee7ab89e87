import { useText } from '@kituo/sdk';
import { attributedOrder } from '@kituo/sdk/contracts';
import { AttributedOrders } from '../orders/attributed-orders.list.tsx';
import { loanColumns, loanFilters } from '../orders/order-fields.ts';

/** My loans, and who may be invited again. */
export function MyLoanPage() {
  const t = useText();
  return (
    <AttributedOrders
      of={attributedOrder.myLoan}
      title={t('orders.loanTitle')}
      emptyText={t('orders.noLoans')}
      exportKind="myLoan.export"
      columns={loanColumns}
      filters={loanFilters}
      day="lendingTime"
      callLabel={t('orders.invite')}
    />
  );
}
