import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

const merchantNo = 'M0001';
const DAY_MS = 86_400_000;
const CONFIGS = [
  ['Come back within a week', 'ENABLED'],
  ['Second chance', 'PENDING_APPROVAL'],
  ['Weekend nudge', 'DRAFT'],
  ['Old nudge', 'DISABLED'],
] as const;

/** Strategies in every state; the enabled one has written to people who settled. Once, and not before there are products. */
export async function seedUnrenewedNudges(db: Database, approver: string, now: Date): Promise<void> {
  const known = await db.selectFrom('unrenewedConfig').select('configNo').limit(1).executeTakeFirst();
  if (!known) await db.transaction().execute((tx) => seedStrategies(tx, approver, now));
}

async function seedStrategies(tx: Tx, approver: string, now: Date): Promise<void> {
  const { userNo } = await tx
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '<>', approver)
    .orderBy('userNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const templates = await tx
    .selectFrom('smsMarketingTemplate')
    .select('templateNo')
    .where('merchantNo', '=', merchantNo)
    .where('templateStatus', '=', 'ENABLED')
    .orderBy('templateNo')
    .execute();
  const products = await tx
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .orderBy('productNo')
    .execute();
  for (const [at, [configName, unrenewedStatus]] of CONFIGS.entries()) {
    const isApproved = unrenewedStatus === 'ENABLED' || unrenewedStatus === 'DISABLED';
    const isLive = unrenewedStatus !== 'DISABLED';
    // A product is nudged for by one strategy that is not disabled.
    const product = products[isLive ? at : 0];
    if (!product) continue;
    const updatedAt = new Date(now.getTime() - (20 + at) * DAY_MS);
    const { configNo } = await tx
      .insertInto('unrenewedConfig')
      .values({
        merchantNo,
        configName,
        minOnTimeCount: 1,
        excludeMaxDpdOver: 30,
        excludeReappliedDays: null,
        dailyCap: 500,
        holdOutPercent: 20,
        attributionDays: 7,
        effectiveFrom: updatedAt.toISOString().slice(0, 10),
        unrenewedStatus,
        createdBy: userNo,
        updatedBy: userNo,
        approvedBy: isApproved ? approver : null,
        updatedAt,
      })
      .returning('configNo')
      .executeTakeFirstOrThrow();
    await tx.insertInto('unrenewedProduct').values({ configNo, productNo: product.productNo, isLive }).execute();
    const days = [1, 3, 7];
    await tx
      .insertInto('unrenewedStep')
      .values(
        days.map((daysSinceSettled, index) => ({
          configNo,
          stepNo: index + 1,
          daysSinceSettled,
          sendTime: '09:30',
          templateNo: templates[index % templates.length]?.templateNo ?? '',
          couponTemplateNo: null,
        })),
      )
      .execute();
    if (unrenewedStatus === 'ENABLED') await seedSends(tx, configNo, product.productNo);
  }
}

/** What the first step left, so many days after each loan was closed: nobody was written to for real. */
async function seedSends(tx: Tx, configNo: string, productNo: string): Promise<void> {
  await sql`insert into unrenewed_send (config_no, step_no, customer_no, phone, order_no, settled_on, days_since_settled,
      due_on, run_no, recipient_status, unrenewed_skip, segments, sent_at, cost_cents)
    select ${configNo}, 1, o.customer_no, c.phone, o.order_no, o.day, 1, o.day + 1, 1,
      (array['DELIVERED', 'DELIVERED', 'HELD_OUT', 'SKIPPED', 'FAILED'])[1 + o.n % 5],
      case o.n % 5 when 3 then 'NO_CONSENT' end, case when o.n % 5 in (0, 1, 4) then 1 else 0 end,
      case when o.n % 5 <> 3 then ((o.day + 1)::timestamp + interval '9 hours 30 minutes') at time zone 'Africa/Nairobi' end,
      case when o.n % 5 in (0, 1, 4) then 80 else 0 end
    from (select order_no, customer_no, (closed_at at time zone 'Africa/Nairobi')::date as day,
        row_number() over (order by order_no)::int as n
      from loan_order where product_no = ${productNo} and order_status = 'CLOSED' and closed_at < now() - interval '2 days'
      order by order_no limit 40) o
    join customer c on c.customer_no = o.customer_no`.execute(tx);
}
