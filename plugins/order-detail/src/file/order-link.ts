const AT = '/AdminContent/OrderDetailAudit/';

/** Where an order's file stands; `source` names the page one came from. */
export function fileAddress(orderNo: string, source: string): string {
  return `${AT}OrderDetail?${new URLSearchParams({ orderNo, source }).toString()}`;
}

/** Where an order is decided. */
export function reviewAddress(orderNo: string, source: string): string {
  return `${AT}OrderAudit?${new URLSearchParams({ orderNo, source }).toString()}`;
}

/** A reviewer's own orders. */
export const MY_REVIEWS = '/AdminContent/AuditSystem/MyAudit';
