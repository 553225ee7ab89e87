import type { aiAllocation, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { everyRuleAt, type RuleInForce } from '../../platform/rules/index.ts';
import { aiFamily } from './ai-share.ts';

type Work = ReplyOf<typeof aiAllocation.work>;
export type Compared = Work['compared'][number];

/** The cases that are listed one by one. */
const SHOWN = 50;
/** Assignments of so many days are compared. */
const DAYS = 30;

/**
 * What the AI employee of a configuration holds now, and how much it brings home of cases like those that people have:
 * of the merchant, at the same level, within the configuration's band of money.
 * @throws AppError NOT_FOUND
 */
export async function aiWork(
  { ruleId }: ParsedRequestOf<typeof aiAllocation.work>,
  { db, caller }: Call,
): Promise<Work> {
  const rule = (await everyRuleAt(db, aiFamily, new Date())).find((one) => one.ruleId === ruleId);
  if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
  const { aiEmployeeUserNo } = rule.value;
  const { rows: held } = await sql<Work['held'][number]>`
    select c.case_no, c.case_level, coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0)::bigint as due_cents,
      (select count(*) from contact_attempt t where t.case_no = c.case_no and t.channel = 'ROBOT'
        and t.refused_for is null and t.attempted_at >= a.assigned_at)::int as attempts
    from collection_case c join case_assignment a on a.case_no = c.case_no and a.ended_at is null
    left join case_bill cb on cb.case_no = c.case_no and cb.is_open
    left join bill_balance bb on bb.bill_no = cb.bill_no
    where c.collector_user_no = ${aiEmployeeUserNo} and c.merchant_no = ${rule.merchantNo}
      and c.case_status = 'COLLECTING'
    group by c.case_no, c.case_level, a.assigned_at order by attempts desc, c.case_no limit ${SHOWN}`.execute(db);
  return { days: DAYS, held, compared: await comparedWork(db, rule) };
}

/** What the AI employee and people recovered of like cases in the last days, level by level. */
export async function comparedWork(
  db: Queryable,
  { merchantNo, value }: Pick<RuleInForce<aiAllocation.AiAllocation>, 'merchantNo' | 'value'>,
): Promise<Compared[]> {
  const { aiEmployeeUserNo, caseLevels, caseScopes, minDueCents, maxDueCents } = value;
  const { rows } = await sql<Compared>`
    select w.case_level, w.is_ai, count(*)::int as cases, sum(w.due)::bigint as due_cents,
      sum(w.paid)::bigint as recovered_cents
    from (
      select a.case_level, a.user_no = ${aiEmployeeUserNo} as is_ai, c.due_at_entry_cents as due,
        (select coalesce(sum(l.applied_cents), 0) from repayment_line l
          join payment_application p on p.application_no = l.application_no and p.application_status = 'LIVE'
          where l.case_no = a.case_no and l.collector_user_no = a.user_no and l.applied_at >= a.assigned_at
            and (a.ended_at is null or l.applied_at <= a.ended_at)) as paid
      from case_assignment a join collection_case c on c.case_no = a.case_no
      where c.merchant_no = ${merchantNo} and a.assigned_at >= now() - make_interval(days => ${DAYS})
        and a.case_level = any(${caseLevels}) and c.case_scope = any(${caseScopes})
        and c.due_at_entry_cents between ${minDueCents ?? 0} and ${maxDueCents ?? Number.MAX_SAFE_INTEGER}
    ) w group by w.case_level, w.is_ai order by w.case_level, w.is_ai desc`.execute(db);
  return rows;
}
