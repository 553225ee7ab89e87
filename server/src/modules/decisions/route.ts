import type { Queryable } from '../../db/database.ts';
import type { Services } from '../../services.ts';

/** How passed orders of a merchant leave. */
export interface LendingRoute {
  readonly autoSend: boolean;
  readonly approverUserNo: string | null;
}

/** By itself is the default; without an approver there is no second person, so somebody sends by hand. */
export async function routeOf(db: Queryable, merchantNo: string): Promise<LendingRoute> {
  const found = await db
    .selectFrom('lendingRoute')
    .select(['autoSend', 'approverUserNo'])
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  return found ?? { autoSend: true, approverUserNo: null };
}

/** True where an order passed by this reviewer is paid out without another hand. */
export function leavesByItself(
  { autoSend, approverUserNo }: LendingRoute,
  reviewerUserNo: string,
  payoutType: 'MOBILE_MONEY' | 'BANK',
  { engine }: Pick<Services, 'engine'>,
): boolean {
  return (
    autoSend &&
    approverUserNo !== null &&
    approverUserNo !== reviewerUserNo &&
    payoutType === 'MOBILE_MONEY' &&
    engine.gateways.money !== null
  );
}
