import { useText } from '@kituo/sdk';
import { auditOrder, auditOrders } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import './orders.css';

/** Of pasted numbers, those that no order of the reader's has. */
export function UnfoundNumbers(props: { readonly orderNo: string }) {
  const t = useText();
  const asked = auditOrders.numbersIn(props.orderNo);
  const isList = asked.length > 1 && asked.length <= auditOrders.MAX_NUMBERS;
  const found = useDetail(
    auditOrder.manageList,
    isList ? { filters: { orderNo: props.orderNo }, page: 1, pageSize: 100, sort: null } : null,
  );
  if (!isList || found.data === null) return null;
  const known = new Set(found.data.rows.flatMap((row) => [row.orderNo, row.thirdPartyOrderNo ?? '']));
  const unfound = asked.filter((one) => !known.has(one) && !known.has(one.toUpperCase()));
  if (unfound.length === 0) return null;
  return (
    <p className="au-unfound" role="status">
      <b>{t('box.unfound', { count: unfound.length })}</b> {unfound.join(', ')}
    </p>
  );
}
