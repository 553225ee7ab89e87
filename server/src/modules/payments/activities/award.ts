import type { taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/database.ts';
import { needed } from '../../../needed.ts';
import { awardCoupon } from '../../lending/coupons/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type RuleInForce, rulesAt } from '../../platform/rules/index.ts';
import { grantReward } from '../wallets/index.ts';
import { earnedBy } from './earned.ts';
import { pointsAt } from './point-rules.ts';
import { earnOnTime, earnPoints, revokePoints, worthOf } from './points.ts';
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
  const { startAt, endAt } = value;
  const earned = earnedBy(value, { merchantNo, from: new Date(startAt), until: new Date(endAt) });
  const isNew = sql`not exists (select from activity_award a where a.rule_id = ${ruleId} and a.cause_no = e.cause_no)`;
  const { rows } = await sql<Earned>`select e.customer_no, e.cause_no from (${earned}) e
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

/** Gives one award, or writes down why not; money is posted by the wallet, a coupon or points post when they are used. */
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
  const { awardType, couponTemplateNo, points } = value;
  const template =
    couponTemplateNo === null
      ? null
      : await tx
          .selectFrom('couponTemplate')
          .select('amountCents')
          .where('couponTemplateNo', '=', couponTemplateNo)
          .executeTakeFirst();
  const worth = points === null ? undefined : worthOf(points, (await pointsAt(tx, merchantNo, at)).pointsPerShilling);
  const amountCents = needed(value.awardCents ?? template?.amountCents ?? worth, `the amount of ${ruleId}`);
  let awardOutcome = await refusal(tx, rule, customerNo, amountCents, at);
  let couponNo: string | null = null;
  let rewardNo: string | null = null;
  if (awardOutcome === null && couponTemplateNo !== null) {
    couponNo = await awardCoupon(tx, { couponTemplateNo, customerNo, merchantNo, isPromised: true }, at);
    if (couponNo === null) awardOutcome = 'TEMPLATE_OFF';
  } else if (awardOutcome === null && points === null) {
    const reward = { customerNo, rewardType: REWARD_TYPES[value.activityType], amountCents, at };
    const signed = { makerUserNo, ...(checkerUserNo !== makerUserNo && { checkerUserNo }) };
    rewardNo = await grantReward(tx, { ...reward, causeNo: `${ruleId}/${causeNo}` }, signed);
  }
  awardOutcome ??= 'AWARDED';
  const { awardNo } = await tx
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
      points: awardOutcome === 'AWARDED' ? points : null,
      awardedAt: at,
    })
    .returning('awardNo')
    .executeTakeFirstOrThrow();
  if (awardOutcome === 'AWARDED' && points !== null) {
    await earnPoints(tx, { merchantNo, customerNo, causeNo: `award/${awardNo}`, points, at });
  }
  return awardOutcome;
}

/** Awards what was earned in the activities that run; run again, it finds what is left. Answers how many were given. */
export async function awardActivities(db: Database, at: Date): Promise<number> {
  await revokeAwards(db, at);
  await revokePoints(db);
  await earnOnTime(db, at);
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
