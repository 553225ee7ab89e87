import type { Queryable } from '../../../db/database.ts';
import { isPayable, type PayoutKind } from '../../lending/orders/index.ts';
import { routesOf, type Sending, sendingOf } from '../../lending/routing/index.ts';

interface Passed {
  readonly merchantNo: string;
  readonly productNo: string;
  readonly approvedCents: number | null;
}

/** How an order leaves once it is passed. */
export async function routeOf(db: Queryable, order: Passed): Promise<Sending> {
  const now = new Date();
  return sendingOf(await routesOf(db, order.merchantNo, now), order, now);
}

/** Of the process's services: whether it can pay out at all. */
interface MoneyGateway {
  readonly engine: { readonly gateways: { readonly money: unknown } };
}

/** True where an order passed by this reviewer is paid out without another hand. */
export function isSentAutomatically(
  { autoSend, approverUserNo }: Sending,
  reviewerUserNo: string,
  payee: PayoutKind,
  { engine }: MoneyGateway,
): boolean {
  return (
    autoSend &&
    approverUserNo !== null &&
    approverUserNo !== reviewerUserNo &&
    isPayable(payee) &&
    engine.gateways.money !== null
  );
}
