import { sql } from 'kysely';
import type { Desk } from './desk.ts';

/** Status, attempts, what the merchant's server said. */
const ENDS = [
  ['DELIVERED', 1, null],
  ['DELIVERED', 1, null],
  ['REJECTED', 1, 'The merchant took no more orders that day'],
  ['DELIVERED', 2, null],
  ['FAILED', 5, 'No answer within 10 seconds'],
] as const;
const ORDERS = 15;

/** First loans of the last days that a merchant's rule acquired, before it was switched off, with their delivery. */
export async function acquiredOrders({ db, now }: Desk): Promise<void> {
  const rule = await db
    .selectFrom('configRule as r')
    .innerJoin('configVersion as v', (join) =>
      join.on(sql<boolean>`v.config_key = r.config_key and v.subject_no = r.merchant_no || '_' || r.rule_id`),
    )
    .select(['r.ruleId', 'r.merchantNo', sql<string>`v.value ->> 'ruleName'`.as('ruleName')])
    .where('r.configKey', '=', 'merchant.orderAcquire')
    .where('r.disabledThrough', 'is not', null)
    .orderBy('r.ruleId')
    .executeTakeFirst();
  if (!rule) return;
  const orders = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'applyTime'])
    .where('merchantNo', '=', rule.merchantNo)
    .where('loanType', '=', 'FIRST')
    .where('applyTime', '<', new Date(now.getTime() - 3_600_000))
    .orderBy('applyTime', 'desc')
    .limit(ORDERS)
    .execute();
  if (orders.length === 0) return;
  await db
    .insertInto('acquiredOrder')
    .values(
      orders.map(({ orderNo, applyTime }, place) => {
        const [deliveryStatus, attempts, fault] = ENDS[place % ENDS.length] ?? ENDS[0];
        const acquiredAt = new Date(applyTime.getTime() + 120_000);
        const replyAt = new Date(acquiredAt.getTime() + attempts * 4_000);
        return { ...rule, orderNo, deliveryStatus, attempts, fault, acquiredAt, replyAt };
      }),
    )
    .execute();
}
