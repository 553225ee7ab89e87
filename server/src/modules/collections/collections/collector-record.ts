import type { collectorSettings, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { CaseScope } from '../../../db/collection-schema.ts';
import type { Call } from '../../../http/implement.ts';
import { levelCapacity } from './level-capacity.ts';

type Detail = ReplyOf<collectorSettings.SettingsEndpoints['detail']>;
type Record = Pick<Detail, 'promises' | 'recovery' | 'assignments' | 'tomorrow' | 'moveUp'>;
type Row = Detail['row'];

export const RECORD_DAYS = 90;
/** Fewer cases than this say nothing of a person. */
const FEW = 20;
const SHOWN = 10;

/** How a collector did in the last 90 days, what they were assigned, and what tomorrow brings them. */
export async function collectorRecord(scope: CaseScope, row: Row, call: Call): Promise<Record> {
  const { db } = call;
  const { userNo } = row;
  const since = sql`now() - make_interval(days => ${RECORD_DAYS}::int)`;
  const { rows: sums } = await sql<Record['promises'] & Record['recovery']>`
    select p.made, p.kept, p.broken, given.cents as assigned_cents, paid.cents as collected_cents
    from (select count(*)::int as made, count(*) filter (where p.promise_status = 'KEPT')::int as kept,
        count(*) filter (where p.promise_status = 'BROKEN')::int as broken
      from case_assignment a join promise_to_pay p on p.case_no = a.case_no and p.made_by = a.user_no
        and p.made_at >= a.assigned_at and p.made_at < coalesce(a.ended_at, 'infinity') and p.made_at > ${since}
      join collection_case c on c.case_no = a.case_no and c.case_scope = ${scope} where a.user_no = ${userNo}) p,
    (select coalesce(sum(g.due_at_entry_cents), 0)::bigint as cents from (select distinct c.case_no, c.due_at_entry_cents
      from case_assignment a join collection_case c on c.case_no = a.case_no
      where a.user_no = ${userNo} and a.assigned_at > ${since} and c.case_scope = ${scope}) g) given,
    (select coalesce(sum(l.applied_cents), 0)::bigint as cents from repayment_line l
      join payment_application x on x.application_no = l.application_no and x.application_status = 'LIVE'
      where l.collector_user_no = ${userNo} and l.applied_at > ${since} and l.case_scope = ${scope}) paid`.execute(db);
  const [sum] = sums;
  const assignments = await db
    .selectFrom('caseAssignment as a')
    .innerJoin('collectionCase as c', 'c.caseNo', 'a.caseNo')
    .select(['a.caseNo', 'a.caseLevel', 'a.assignedAt', 'a.endedAt'])
    .where('a.userNo', '=', userNo)
    .where('c.caseScope', '=', scope)
    .orderBy('a.assignedAt', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    promises: { made: sum?.made ?? 0, kept: sum?.kept ?? 0, broken: sum?.broken ?? 0 },
    recovery: { assignedCents: sum?.assignedCents ?? 0, collectedCents: sum?.collectedCents ?? 0 },
    assignments: assignments.map(({ assignedAt, endedAt, ...one }) => ({
      ...one,
      assignedAt: assignedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    tomorrow: await tomorrowOf(scope, row, call),
    moveUp: row.employeeCategory === 'NEW' ? await moveUpOf(scope, userNo, call) : null,
  };
}

/** Their shift and cap, and an even share of what comes to the desks of their merchants and levels. */
async function tomorrowOf(scope: CaseScope, { userNo, caseLevels }: Row, call: Call): Promise<Record['tomorrow']> {
  const { db } = call;
  const merchants = await db
    .selectFrom('personnelMerchant')
    .select('merchantNo')
    .where('personnelKind', '=', 'COLLECTOR')
    .where('userNo', '=', userNo)
    .execute();
  const { day, at, desks } = await levelCapacity(
    call,
    new Date(),
    merchants.map(({ merchantNo }) => merchantNo),
  );
  const own = desks.filter(
    ({ caseLevel, people }) => people > 0 && (caseLevels.length === 0 || caseLevels.includes(caseLevel)),
  );
  const { rows } = await sql<{ isOnShift: boolean; dailyCap: number }>`
    select is_on_shift(p.user_no, ${at}::timestamptz) as is_on_shift, p.daily_cap from personnel p
    where p.personnel_kind = 'COLLECTOR' and p.user_no = ${userNo}`.execute(db);
  const { isOnShift = false, dailyCap = 0 } = rows[0] ?? {};
  const share = own.reduce((sum, { cases, people }) => sum + cases / people, 0);
  return { day, isOnShift, dailyCap, expectedCases: isOnShift ? Math.round(share) : 0 };
}

/** New staff who settle at least as much of what they had as the experienced of their group; null else, and of few cases. */
async function moveUpOf(scope: CaseScope, userNo: string, { db }: Call): Promise<Record['moveUp']> {
  const { rows } = await sql<{ isOwn: boolean; cases: number; settled: number }>`
    select a.user_no = ${userNo} as is_own, count(*)::int as cases,
      count(*) filter (where a.end_cause = 'CLOSED' and c.out_reason = 'SETTLED')::int as settled
    from personnel me
    join personnel k on k.personnel_kind = 'COLLECTOR' and k.group_name is not distinct from me.group_name
    join app_user u on u.user_no = k.user_no
    join case_assignment a on a.user_no = k.user_no and a.assigned_at > now() - make_interval(days => ${RECORD_DAYS}::int)
    join collection_case c on c.case_no = a.case_no and c.case_scope = ${scope}
    where me.personnel_kind = 'COLLECTOR' and me.user_no = ${userNo}
      and (k.user_no = ${userNo} or u.employee_category = 'OLD' and not k.is_ai_employee)
    group by 1`.execute(db);
  const own = rows.find(({ isOwn }) => isOwn);
  const others = rows.find(({ isOwn }) => !isOwn);
  if (!own || !others || own.cases < FEW || others.cases < FEW) return null;
  const percentOf = ({ cases, settled }: typeof own) => Math.round((settled / cases) * 100);
  const [percent, othersPercent] = [percentOf(own), percentOf(others)];
  return percent >= othersPercent ? { cases: own.cases, percent, othersPercent } : null;
}
