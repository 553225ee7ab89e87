import { casePolicy, type ParsedRequestOf, type policyRun } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName } from '../../platform/masking/index.ts';
import { levelFamily, reminderFamily } from './case-policies.ts';

type Asked = ParsedRequestOf<typeof casePolicy.levelRunCases>;
type Reply = policyRun.RunCasesReply;
type Family = typeof levelFamily | typeof reminderFamily;

/** What a run wrote down: its items, and of each case what became of it, in the order in which it was done. */
const runOf = ({ ruleId, versionNo, runAt }: Asked['filters']) => sql`
  item as materialized (select item_id, outcome, subject_no, facts from config_rule_item
    where rule_id = ${ruleId} and version_no = ${versionNo} and run_at = ${runAt}::timestamptz),
  one as (
    select 1 as part, a.assignment_id as place, a.case_no, 'GIVEN' as outcome, a.case_level, a.user_no, a.why, a.why_facts
      from item join case_assignment a on a.run_item_id = item.item_id
    union all
    select 2, l.item_id * 1000000 + u.place, u.case_no, 'LEFT', l.case_level, null, l.why, null
      from item join division_left l using (item_id)
      cross join unnest(l.case_nos) with ordinality as u(case_no, place)
    union all
    select 3, item_id, subject_no, outcome, null, null, facts ->> 'refusedFor', null from item
      where outcome in ('REMINDED', 'REFUSED'))`;

/** @throws AppError NOT_FOUND */
async function refuseUnseen(family: Family, ruleId: string, { db, caller }: Call): Promise<void> {
  const rule = await db
    .selectFrom('configRule')
    .select('merchantNo')
    .where('ruleId', '=', ruleId)
    .where('configKey', '=', family.key)
    .executeTakeFirst();
  if (!rule || !seesMerchant(caller.scope, rule.merchantNo)) throw new AppError('NOT_FOUND');
}

async function casesOf({ filters, page, pageSize, sort }: Asked, { db, caller }: Call): Promise<Reply['rows']> {
  const way = sql.raw(sort?.direction === 'desc' ? 'desc' : 'asc');
  const order = sort === null ? sql`part, place` : sql`case_no ${way}`;
  // The rows of the page alone are looked up: a run may be of a hundred thousand.
  const { rows } = await sql<Reply['rows'][number]>`with ${runOf(filters)},
    page as (select *, row_number() over (order by ${order}) as shown from one
      where ${filters.outcome ?? null}::text is null or outcome = ${filters.outcome ?? null}
      order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize})
    select p.case_no, c.case_scope, c.order_no, k.customer_name, coalesce(p.case_level, c.case_level) as case_level,
      c.due_at_entry_cents, p.outcome, p.user_no as collector_user_no, u.real_name as collector_name,
      case p.outcome when 'GIVEN' then p.why end as why_given, p.why_facts as facts,
      case p.outcome when 'LEFT' then p.why end as why_left, case p.outcome when 'REFUSED' then p.why end as refused_for
    from page p join collection_case c on c.case_no = p.case_no join customer k on k.customer_no = c.customer_no
    left join app_user u on u.user_no = p.user_no order by p.shown`.execute(db);
  const isMasked = caller.isMasked || caller.maskedFields.has('customerName');
  return rows.map((row) => ({ ...row, customerName: isMasked ? maskName(row.customerName) : row.customerName }));
}

/** Who got what, as the run's items say; those of before cases were listed, too. */
async function peopleOf(db: Queryable, filters: Asked['filters']): Promise<Reply['people']> {
  const { rows } = await sql<Reply['people'][number]>`with ${runOf(filters)}
    select p ->> 'userNo' as user_no, u.real_name, max(p ->> 'group') as "group",
      sum((p ->> 'cases')::int)::int as cases, sum((p ->> 'amountCents')::bigint)::bigint as amount_cents
    from item cross join jsonb_array_elements(item.facts -> 'people') as p join app_user u on u.user_no = p ->> 'userNo'
    where item.outcome = 'DIVIDED' group by 1, 2 order by cases desc, user_no`.execute(db);
  return rows;
}

/** What found nobody, as the run's items say. */
async function leftOf(db: Queryable, filters: Asked['filters']): Promise<Reply['left']> {
  const { rows } = await sql<Reply['left'][number]>`with ${runOf(filters)}
    select l ->> 'why' as why, sum((l ->> 'cases')::int)::int as cases
    from item cross join jsonb_array_elements(item.facts -> 'left') as l
    where item.outcome = 'DIVIDED' group by 1 order by cases desc, why`.execute(db);
  return rows;
}

const casesIn = (some: readonly { readonly cases: number }[]): number =>
  some.reduce((sum, { cases }) => sum + cases, 0);

async function runCases(family: Family, asked: Asked, call: Call): Promise<Reply> {
  const { filters } = asked;
  const { db } = call;
  await refuseUnseen(family, filters.ruleId, call);
  const { rows: counts } = await sql<Reply['counts'][number]>`with ${runOf(filters)}
    select outcome, count(*)::int as cases from one group by outcome, part order by part, outcome`.execute(db);
  const people = await peopleOf(db, filters);
  const left = await leftOf(db, filters);
  const listed = counts.filter(({ outcome }) => outcome === 'GIVEN' || outcome === 'LEFT');
  return {
    rows: await casesOf(asked, call),
    total: casesIn(counts.filter(({ outcome }) => filters.outcome === undefined || outcome === filters.outcome)),
    totalIsExact: true,
    counts,
    unlisted: Math.max(0, casesIn(people) + casesIn(left) - casesIn(listed)),
    left,
    people,
  };
}

export const runCaseRoutes = [
  implement(casePolicy.levelRunCases, (asked, call) => runCases(levelFamily, asked, call)),
  implement(casePolicy.reminderRunCases, (asked, call) => runCases(reminderFamily, asked, call)),
];
