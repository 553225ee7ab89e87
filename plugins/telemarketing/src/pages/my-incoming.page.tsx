import { useText } from '@kituo/sdk';
import { attributedOrder } from '@kituo/sdk/contracts';
import { AttributedOrders } from '../orders/attributed-orders.list.tsx';
import { incomingColumns, incomingFilters } from '../orders/order-fields.ts';

/** The applications that came from my calls, and help to get them finished. */
export function MyIncomingPage() {
  const t = useText();
  return (
    <AttributedOrders
      of={attributedOrder.myIncoming}
      title={t('orders.incomingTitle')}
      emptyText={t('orders.noIncoming')}
      exportKind="myIncoming.export"
      columns={incomingColumns}
      filters={incomingFilters}
      day="applyTime"
      callLabel={t('action.callOrder.label')}
    />
  );
}
