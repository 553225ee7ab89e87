import type { Queryable } from '../../../db/database.ts';
import { isPayable, type PayoutKind } from '../../lending/orders/index.ts';

/** How passed orders of a merchant leave. */
export interface LendingRoute {
  readonly autoSend: boolean;
  readonly approverUserNo: string | null;
}

/** Automatically is the default; without an approver there is no approver, so somebody sends by hand. */
export async function routeOf(db: Queryable, merchantNo: string): Promise<LendingRoute> {
  const found = await db
    .selectFrom('lendingRoute')
    .select(['autoSend', 'approverUserNo'])
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  return found ?? { autoSend: true, approverUserNo: null };
}

/** Of the process's services: whether it can pay out at all. */
interface MoneyGateway {
  readonly engine: { readonly gateways: { readonly money: unknown } };
}

/** True where an order passed by this reviewer is paid out without another hand. */
export function isSentAutomatically(
  { autoSend, approverUserNo }: LendingRoute,
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
