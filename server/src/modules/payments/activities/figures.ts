import type { ParsedRequestOf, taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { activityFamily } from './rules.ts';

type Figures = taskAward.ActivityFigures;
const DAYS = 30;
const INVITERS = 10;

/** What an activity gave and did not give. @throws AppError NOT_FOUND */
export async function figuresOf(
  { ruleId }: ParsedRequestOf<typeof taskAward.figures>,
  { db, caller }: Call,
): Promise<Figures> {
  const rule = await db
    .selectFrom('configRuleNow')
    .select('merchantNo')
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', activityFamily.key)
    .executeTakeFirst();
  if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
  const { rows: days } = await sql<Figures['days'][number]>`
    SELECT to_char((awarded_at AT TIME ZONE 'Africa/Nairobi')::date, 'YYYY-MM-DD') AS biz_date,
      count(*)::int AS awarded, sum(amount_cents)::bigint AS spent_cents
    FROM activity_award WHERE rule_id = ${ruleId} AND award_outcome = 'AWARDED'
    GROUP BY 1 ORDER BY 1 DESC LIMIT ${DAYS}`.execute(db);
  const { rows: refused } = await sql<Figures['refused'][number]>`
    SELECT award_outcome, count(*)::int AS awards FROM activity_award
    WHERE rule_id = ${ruleId} AND award_outcome <> 'AWARDED' GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return { days, refused, inviters: await invitersOf(db, ruleId) };
}

/** The cause of an invitation's award is the customer who was invited. */
async function invitersOf(db: Queryable, ruleId: string): Promise<Figures['inviters']> {
  const { rows } = await sql<Figures['inviters'][number]>`
    WITH invited AS (
      SELECT a.customer_no, a.cause_no AS invited_no FROM activity_award a JOIN activity_act t
        ON t.customer_no = a.customer_no AND t.act_kind = 'INVITE' AND t.about = a.cause_no
      WHERE a.rule_id = ${ruleId} AND a.award_outcome = 'AWARDED'),
    device AS (
      SELECT DISTINCT i.customer_no, i.invited_no, t.trait_value FROM invited i
      JOIN loan_order o ON o.customer_no = i.invited_no
      JOIN order_trait t ON t.order_no = o.order_no AND t.trait_kind = 'DEVICE'),
    own AS (
      SELECT DISTINCT i.customer_no, t.trait_value FROM (SELECT DISTINCT customer_no FROM invited) i
      JOIN loan_order o USING (customer_no)
      JOIN order_trait t ON t.order_no = o.order_no AND t.trait_kind = 'DEVICE')
    SELECT i.customer_no, count(*)::int AS invited,
      (SELECT count(DISTINCT d.trait_value)::int FROM device d WHERE d.customer_no = i.customer_no) AS devices,
      (SELECT count(DISTINCT d.invited_no)::int FROM device d WHERE d.customer_no = i.customer_no AND (
        EXISTS (SELECT FROM own WHERE own.customer_no = d.customer_no AND own.trait_value = d.trait_value) OR
        EXISTS (SELECT FROM device other WHERE other.customer_no = d.customer_no
          AND other.trait_value = d.trait_value AND other.invited_no <> d.invited_no))) AS sharing
    FROM invited i GROUP BY i.customer_no ORDER BY invited DESC, i.customer_no LIMIT ${INVITERS}`.execute(db);
  return rows;
}
