import { sql } from 'kysely';
import type { Database, Queryable, Tx } from '../../../db/database.ts';
import { awardCoupon } from '../../lending/coupons/index.ts';
import type { EventSubscriber } from '../../platform/domain-events/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { activityOf } from './activities.ts';
import { moveEntry } from './entries.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Selectable } from 'kysely';

export type InboundRule = Selectable<Schema['inboundRule']>;
const DAY_MS = 86_400_000;
type Terms = Pick<InboundRule, 'attributionDays' | 'minTalkSeconds' | 'tieBreak'>;

/*
 * An application belongs to who talked with the customer within some days before it, long enough; among several to the
 * last, or to the first, as the rule in force that day says. What was attributed keeps the rule it was made under.
 */

/** The rule of a merchant in force at a moment; null where none applies. */
export async function ruleAt(db: Queryable, merchantNo: string, at: Date): Promise<InboundRule | null> {
  const rule = await db
    .selectFrom('inboundRule')
    .selectAll()
    .where('merchantNo', '=', merchantNo)
    .where('ruleState', '=', 'ENABLED')
    .where('effectiveFrom', '<=', businessDateOf(at))
    .orderBy('effectiveFrom', 'desc')
    .executeTakeFirst();
  return rule ?? null;
}

/** Until when whoever gets an entry now keeps it; null where no rule of the merchant says so. */
export async function protectionFrom(db: Queryable, merchantNo: string, now: Date): Promise<Date | null> {
  const rule = await ruleAt(db, merchantNo, now);
  return rule && new Date(now.getTime() + rule.protectionDays * DAY_MS);
}

/** Who earned an order `o` of a customer `c` by the terms, as an expression; null for nobody. */
export const earnedBy = ({ attributionDays, minTalkSeconds, tieBreak }: Terms) => {
  const order = tieBreak === 'LAST_TALK' ? sql`desc` : sql`asc`;
  return sql<string | null>`(select made.user_no from call_made made join call_entry e on e.entry_id = made.entry_id
    left join lateral (select max(r.talk_seconds) as talk from contact_result r
      where r.attempt_id = made.attempt_id) told on true
    where e.merchant_no = o.merchant_no and e.phone = c.phone and not made.is_refused and made.at <= o.apply_time
      and made.at > o.apply_time - make_interval(days => ${attributionDays}::int)
      and coalesce(told.talk, 0) >= ${minTalkSeconds}::int
    order by made.at ${order} limit 1)`;
};

/** Who an order belongs to by a rule. */
export async function earnerOf(db: Queryable, orderNo: string, terms: Terms): Promise<string | null> {
  const { rows } = await sql<{ userNo: string | null }>`select ${earnedBy(terms)} as user_no
    from loan_order o join customer c on c.customer_no = o.customer_no where o.order_no = ${orderNo}`.execute(db);
  return rows[0]?.userNo ?? null;
}

/** The first call to the order's customer by somebody before it was applied for. */
export async function firstCallOf(db: Queryable, orderNo: string, userNo: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(made.at) as at from call_made made
    join call_entry e on e.entry_id = made.entry_id join loan_order o on o.order_no = ${orderNo}
    join customer c on c.customer_no = o.customer_no
    where e.merchant_no = o.merchant_no and e.phone = c.phone and made.user_no = ${userNo}
      and not made.is_refused and made.at <= o.apply_time`.execute(db);
  return rows[0]?.at ?? null;
}

async function attribute(tx: Tx, orderNo: string): Promise<void> {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['merchantNo', 'applyTime', 'customerNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  const rule = order && (await ruleAt(tx, order.merchantNo, order.applyTime));
  if (!order || !rule) return;
  const userNo = await earnerOf(tx, orderNo, rule);
  if (userNo === null) return;
  const { merchantNo, customerNo } = order;
  const firstCallAt = await firstCallOf(tx, orderNo, userNo);
  const activityNo = await activityOf(tx, orderNo, userNo);
  const made = await tx
    .insertInto('orderAttribution')
    .values({ orderNo, merchantNo, userNo, attributedBy: 'RULE', ruleNo: rule.ruleNo, activityNo, firstCallAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('orderNo')
    .executeTakeFirst();
  // An event that comes twice gives one coupon.
  if (made && activityNo !== null) await giveCoupon(tx, { activityNo, orderNo, customerNo, merchantNo });
}

/** The coupon of the activity that an application counts for; none once its template is off. */
async function giveCoupon(
  tx: Tx,
  to: {
    readonly activityNo: string;
    readonly orderNo: string;
    readonly customerNo: string;
    readonly merchantNo: string;
  },
): Promise<void> {
  const { activityNo, orderNo, customerNo, merchantNo } = to;
  const activity = await tx
    .selectFrom('callActivity')
    .select('couponTemplateNo')
    .where('activityNo', '=', activityNo)
    .executeTakeFirst();
  const couponTemplateNo = activity?.couponTemplateNo ?? null;
  if (couponTemplateNo === null) return;
  const couponNo = await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, new Date());
  if (couponNo === null) return;
  await tx.updateTable('orderAttribution').set({ couponNo }).where('orderNo', '=', orderNo).execute();
}

/** A loan that came from a call ends the entries of the number. */
async function convert(tx: Tx, orderNo: string): Promise<void> {
  const known = await tx
    .selectFrom('orderAttribution')
    .select('userNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!known) return;
  const entries = await tx
    .selectFrom('callEntry as e')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.phone', '=', 'e.phone').onRef('c.merchantNo', '=', 'e.merchantNo'),
    )
    .innerJoin('loanOrder as o', 'o.customerNo', 'c.customerNo')
    .selectAll('e')
    .where('o.orderNo', '=', orderNo)
    .where('e.desk', '=', 'TELEMARKETING')
    .where('e.listStatus', 'in', ['POOL', 'ASSIGNED'])
    .orderBy('e.entryId')
    .forNoKeyUpdate('e')
    .execute();
  for (const entry of entries) {
    await moveEntry(tx, entry, 'convert', { byUserNo: null, note: orderNo, change: { followStatus: 'DONE' } });
  }
}

/** Credits applications to calls as they come, and ends entries with the disbursement. */
export function attributeOrders(db: Database): EventSubscriber {
  return {
    name: 'callLists.attribute',
    async take(events) {
      for (const { topic, subjectType, subjectNo } of events) {
        if (topic === 'order.applied') await db.transaction().execute((tx) => attribute(tx, subjectNo));
        if (topic === 'order.payoutSucceed' && subjectType === 'order') {
          await db.transaction().execute((tx) => convert(tx, subjectNo));
        }
      }
    },
  };
}
