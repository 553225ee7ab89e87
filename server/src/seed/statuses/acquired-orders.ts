import { sql } from 'kysely';
import type { Desk } from './desk.ts';

/** Status, attempts, what the merchant's server said. */
const ENDS = [
  ['DELIVERED', 1, null],
  ['DELIVERED', 1, null],
  ['REJECTED', 1, 'HTTP 409'],
  ['DELIVERED', 2, null],
  ['FAILED', 1, 'HTTP 410'],
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
    .select(['orderNo', 'applyTime', 'loanType', 'appliedCents', 'modelLevel', 'productNo'])
    .where('merchantNo', '=', rule.merchantNo)
    .where('loanType', '=', 'FIRST')
    .where('applyTime', '<', new Date(now.getTime() - 3_600_000))
    .orderBy('applyTime', 'desc')
    .limit(ORDERS)
    .execute();
  if (orders.length === 0) return;
  const { merchantNo } = rule;
  for (const [place, { orderNo, applyTime, ...facts }] of orders.entries()) {
    const [deliveryStatus, attempts, fault] = ENDS[place % ENDS.length] ?? ENDS[0];
    const acquiredAt = new Date(applyTime.getTime() + 120_000);
    const replyAt = attemptAt(acquiredAt, attempts);
    const end = { deliveryStatus, attempts };
    await db
      .insertInto('acquiredOrder')
      .values({ ...rule, ...end, orderNo, fault, acquiredAt, replyAt })
      .execute();
    const event = 'order.acquired';
    const { eventNo } = await db
      .insertInto('merchantEvent')
      .values({
        ...end,
        merchantNo,
        event,
        subjectNo: orderNo,
        data: JSON.stringify({ orderNo, ...facts }),
        createdAt: acquiredAt,
        automaticAttempts: attempts,
        deliveredAt: deliveryStatus === 'DELIVERED' ? replyAt : null,
      })
      .returning('eventNo')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('merchantCallback')
      .values(
        Array.from({ length: attempts }, (_, index) => {
          const isLast = index === attempts - 1;
          const failed = isLast ? fault : 'HTTP 503';
          return {
            merchantNo,
            event,
            eventNo,
            url: 'https://partner.example/kituo',
            attemptNo: index + 1,
            sentAt: attemptAt(acquiredAt, index + 1),
            tookMs: 120 + 7 * place,
            replyStatus: statusOf(failed),
            fault: failed,
            replyExcerpt: failed === null ? '{"received":true}' : null,
          };
        }),
      )
      .execute();
  }
}

/** The second attempt comes half a minute after the first. */
const attemptAt = (from: Date, attempt: number): Date => new Date(from.getTime() + 3_000 + (attempt - 1) * 30_000);

const statusOf = (fault: string | null): number => (fault === null ? 200 : Number(fault.slice(5)));
