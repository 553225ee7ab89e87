import { sql } from 'kysely';
import type { Call } from '../../../http/implement.ts';
import { ordersOf, type System } from '../waivers/index.ts';

/** Who prepared write-offs on what is or was in collection, of orders that the caller sees; by name. */
export async function preparedBy(system: System, { db, caller }: Pick<Call, 'db' | 'caller'>) {
  return await db
    .selectFrom('writeOffTask as t')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 't.orderNo')
    .innerJoin('appUser as u', 'u.userNo', 't.makerUserNo')
    .select(['u.userNo', 'u.realName'])
    .distinct()
    .where(ordersOf(caller.scope, system))
    .where(sql<boolean>`exists (select from collection_case k where k.order_no = t.order_no)`)
    .orderBy('u.realName')
    .orderBy('u.userNo')
    .execute();
}
