import type { taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { needed } from '../../../needed.ts';
import { awardCoupon } from '../../lending/coupons/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { grantReward } from '../wallets/index.ts';
import { revokeAwards } from './revoke.ts';
import { activityFamily, statusOf } from './rules.ts';

type Rule = RuleInForce<taskAward.ActivityRule>;
type Outcome = taskAward.AwardRow['awardOutcome'];

interface Earned {
  readonly customerNo: string;
  readonly causeNo: string;
}

/** An award of a sweep; the next one goes on. */
const BATCH = 500;
const REWARD_TYPES = { INVITE: 'INVITATION', ON_TIME_REPAYMENT: 'ON_TIME', PROFILE: 'TASK', CHECK_IN: 'TASK' } as const;

/** Who did what an activity awards, within its moments, and got nothing for it yet. */
async function earnedOf(db: Database, { ruleId, merchantNo, value }: Rule): Promise<readonly Earned[]> {
  const { activityType, startAt, endAt } = value;
  const window = [new Date(startAt), new Date(endAt)] as const;
  const isNew = sql`not exists (select from activity_award a where a.rule_id = ${ruleId} and a.cause_no = e.cause_no)`;
  const causes = {
    ON_TIME_REPAYMENT: sql`select o.customer_no, o.order_no as cause_no, o.closed_at as at from loan_order o
      where o.merchant_no = ${merchantNo} and o.order_status = 'CLOSED'
        and o.closed_at >= ${window[0]} and o.closed_at < ${window[1]}
        and not exists (select from bill b where b.order_no = o.order_no
          and (b.bill_status <> 'SETTLED' or b.actual_date > b.due_date))`,
    INVITE: sql`select a.customer_no, a.about as cause_no, min(o.lending_time) as at from activity_act a
      join loan_order o on o.customer_no = a.about
      where a.merchant_no = ${merchantNo} and a.act_kind = 'INVITE' and a.customer_no <> a.about
        and o.lending_time >= ${window[0]} and o.lending_time < ${window[1]} group by 1, 2`,
    PROFILE: sql`select a.customer_no, a.customer_no as cause_no, a.at from activity_act a
      where a.merchant_no = ${merchantNo} and a.act_kind = 'PROFILE' and a.at >= ${window[0]} and a.at < ${window[1]}`,
    CHECK_IN: sql`select a.customer_no, a.customer_no || '/' || a.about as cause_no, a.at from activity_act a
      where a.merchant_no = ${merchantNo} and a.act_kind = 'CHECK_IN' and a.at >= ${window[0]} and a.at < ${window[1]}`,
  } as const;
  const { rows } = await sql<Earned>`select e.customer_no, e.cause_no from (${causes[activityType]}) e
    where ${isNew} order by e.at, e.cause_no limit ${BATCH}`.execute(db);
  return rows;
}

/** What bounds an award now; null where nothing does. */
async function refusal(tx: Tx, rule: Rule, customerNo: string, cents: number, at: Date): Promise<Outcome | null> {
  const { rows } = await sql<{ readonly spent: number; readonly own: number; readonly today: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as spent, count(*) filter (where customer_no = ${customerNo})::int as own,
      count(*) filter (where awarded_at >= ${startOfBusinessDate(businessDateOf(at))})::int as today
    from activity_award where rule_id = ${rule.ruleId} and award_outcome = 'AWARDED'`.execute(tx);
  const { spent = 0, own = 0, today = 0 } = rows[0] ?? {};
  const { budgetCents, perCustomerMax, perDayMax } = rule.value;
  if (spent + cents > budgetCents) return 'BUDGET';
  if (own >= perCustomerMax) return 'CUSTOMER_MAX';
  return today >= perDayMax ? 'DAY_MAX' : null;
}

/** Gives one award, or writes down why not; money is posted by the wallet, a coupon posts when it is used. */
async function awardOne(tx: Tx, rule: Rule, { customerNo, causeNo }: Earned, at: Date): Promise<Outcome | null> {
  // One after the other, or two would spend the same rest of the budget.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`activity ${rule.ruleId}`}, 0))`.execute(tx);
  const known = await tx
    .selectFrom('activityAward')
    .select('awardNo')
    .where('ruleId', '=', rule.ruleId)
    .where('causeNo', '=', causeNo)
    .executeTakeFirst();
  if (known) return null;
  const { merchantNo, ruleId, makerUserNo, checkerUserNo, value } = rule;
  const { awardType, couponTemplateNo } = value;
  const template =
    couponTemplateNo === null
      ? null
      : await tx
          .selectFrom('couponTemplate')
          .select('amountCents')
          .where('couponTemplateNo', '=', couponTemplateNo)
          .executeTakeFirst();
  const amountCents = needed(value.awardCents ?? template?.amountCents, `the amount of ${ruleId}`);
  let awardOutcome = await refusal(tx, rule, customerNo, amountCents, at);
  let couponNo: string | null = null;
  let rewardNo: string | null = null;
  if (awardOutcome === null && couponTemplateNo !== null) {
    couponNo = await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo }, at);
    if (couponNo === null) awardOutcome = 'TEMPLATE_OFF';
  } else if (awardOutcome === null) {
    const reward = { customerNo, rewardType: REWARD_TYPES[value.activityType], amountCents, at };
    const signed = { makerUserNo, ...(checkerUserNo !== makerUserNo && { checkerUserNo }) };
    rewardNo = await grantReward(tx, { ...reward, causeNo: `${ruleId}/${causeNo}` }, signed);
  }
  awardOutcome ??= 'AWARDED';
  await tx
    .insertInto('activityAward')
    .values({
      ruleId,
      merchantNo,
      customerNo,
      causeNo,
      awardType,
      awardOutcome,
      couponNo,
      rewardNo,
      amountCents: awardOutcome === 'AWARDED' ? amountCents : 0,
      awardedAt: at,
    })
    .execute();
  return awardOutcome;
}

/** Awards what was earned in the activities that run; run again, it finds what is left. Answers how many were given. */
export async function awardActivities(db: Database, at: Date): Promise<number> {
  await revokeAwards(db, at);
  let given = 0;
  for (const rule of await rulesAt(db, activityFamily, at)) {
    if (statusOf(rule.value, true, at) === 'SCHEDULED') continue;
    for (const earned of await earnedOf(db, rule)) {
      const outcome = await db.transaction().execute(async (tx) => await awardOne(tx, rule, earned, at));
      if (outcome === 'AWARDED') given += 1;
    }
  }
  return given;
}
