import type { Call } from '../../../http/implement.ts';
import { ordersOf, type System } from '../waivers/index.ts';

/** Who rolled back write-offs that the caller sees, by name. */
export async function rolledBackBy(system: System, { db, caller }: Pick<Call, 'db' | 'caller'>) {
  return await db
    .selectFrom('paymentApplication as a')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'a.orderNo')
    .innerJoin('appUser as u', 'u.userNo', 'a.rolledBackBy')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .where(ordersOf(caller.scope, system))
    .orderBy('u.realName')
    .orderBy('u.userNo')
    .execute();
}
