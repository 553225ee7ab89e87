const DETAIL = '/AdminContent/OrderDetailAudit/OrderDetail';
const REVIEW = '/AdminContent/OrderDetailAudit/OrderAudit';
const RE_REVIEW = '/AdminContent/AuditSystem/RejectOrderReview';

/** Where an order is opened from a list; the page tells its leaving by `source`. */
export function addressOf(what: 'detail' | 'review' | 'applyReReview', orderNo: string, source: string): string {
  // Whenever it was refused: the page automatically starts with the last 30 days.
  if (what === 'applyReReview') return `${RE_REVIEW}?orderNo=${orderNo}&refuseTime=any`;
  return `${what === 'detail' ? DETAIL : REVIEW}?orderNo=${orderNo}&source=${source}`;
}
