import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import { COUNTED_EXACTLY, countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere, whole } from '../../../db/like.ts';
import { prepared } from '../../../db/prepared.ts';
import type { CaseScope, CaseStatus } from '../../../db/collection-schema.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import type { CallableFacts } from './callable.ts';
import { asList, caseConditions, dpdRange, proposal } from './case-conditions.ts';
import { scoreOf } from './case-score.ts';
import { withinScope } from './cases.ts';

export interface CaseView {
  /** Null: cases of both systems. */
  readonly caseScope: CaseScope | null;
  readonly scope: DataScope;
  /** The states that the page is about. */
  readonly states: readonly CaseStatus[];
  /** Only what this person has. */
  readonly collectorUserNo?: string;
  /** Whether a part of a name finds nobody: for who sees names masked. */
  readonly isExactName?: boolean;
  /** Only cases so many days past due, and younger ones that last night proposed. */
  readonly dpdFrom?: number;
  readonly now: Date;
  /** What the contact gate goes by now. */
  readonly callable: CallableFacts;
}

export interface CaseSort {
  readonly field: (typeof collection.CASE_SORT_FIELDS)[number];
  readonly direction: 'asc' | 'desc';
}

/** The cases that match, within the scope: nothing selected and in no order yet. */
function matching(db: Queryable, view: CaseView, filters: collection.CaseFilters) {
  const { caseScope, scope, states, collectorUserNo, now } = view;
  const today = businessDateOf(now);
  let query = db
    .selectFrom('collectionCase')
    .innerJoin('loanOrder as o', 'o.orderNo', 'collectionCase.orderNo')
    .innerJoin('customer as cu', 'cu.customerNo', 'collectionCase.customerNo')
    .where(withinScope(scope));
  const wanted = caseScope ?? filters.caseScope;
  if (wanted !== undefined) query = query.where('collectionCase.caseScope', '=', wanted);
  const requested = asList(filters.caseStatus)?.filter((state) => states.includes(state)) ?? states;
  query = query.where(sql<boolean>`collection_case.case_status = any(${requested})`);
  if (collectorUserNo !== undefined) {
    query = query.where('collectionCase.collectorUserNo', '=', collectorUserNo);
  }
  const dpd = filters.dpd === undefined ? undefined : dpdRange(filters.dpd);
  if (view.dpdFrom !== undefined) {
    const dueUntil = addDays(today, -view.dpdFrom);
    query = query.where((eb) => eb.or([eb('collectionCase.oldestDueOn', '<=', dueUntil), proposal(sql`true`)]));
  }
  if (dpd !== undefined) {
    query = query
      .where('collectionCase.oldestDueOn', '<=', addDays(today, -dpd.from))
      .where('collectionCase.oldestDueOn', '>=', addDays(today, -dpd.to));
  }
  if (filters.caseNo) query = query.where('collectionCase.caseNo', '=', filters.caseNo);
  if (filters.orderNo) query = query.where('collectionCase.orderNo', '=', filters.orderNo);
  if (filters.customerNo) query = query.where('collectionCase.customerNo', '=', filters.customerNo);
  if (filters.phone) query = query.where('cu.phone', '=', filters.phone);
  if (filters.idCardNo) query = query.where('cu.idCardNo', '=', filters.idCardNo);
  if (filters.customerName) {
    const { customerName } = filters;
    query = query.where('cu.customerName', 'ilike', view.isExactName ? whole(customerName) : anywhere(customerName));
  }
  if (filters.loanType) query = query.where('o.loanType', '=', filters.loanType);
  const among = [
    ['case_level', asList(filters.caseLevel)],
    ['collection_level', asList(filters.collectionLevel)],
    ['merchant_no', asList(filters.merchantNo)],
    ['collector_user_no', asList(filters.collectorUserNo)],
  ] as const;
  for (const [column, values] of among) {
    if (values === null) continue;
    query = query.where(sql<boolean>`${sql.ref(`collectionCase.${column}`)} = any(${values})`);
  }
  const same = [
    ['lastActionCode', filters.actionCode],
    ['lastOverdueReason', filters.overdueReason],
    ['badDebtReason', filters.badDebtReason],
    ['outReason', filters.outReason],
  ] as const;
  for (const [column, value] of same) {
    if (value !== undefined) query = query.where(`collectionCase.${column}`, '=', value);
  }
  for (const condition of caseConditions(filters, today, view.callable)) query = query.where(condition);
  return query;
}

const COLUMNS: Readonly<Record<Exclude<CaseSort['field'], 'score' | 'borrower'>, string>> = {
  // More days past due is an earlier due date.
  dpd: 'collection_case.oldest_due_on',
  entryTime: 'collection_case.opened_at',
  lastFollowUpAt: 'collection_case.last_follow_up_at',
  outTime: 'collection_case.closed_at',
  caseLevel: 'collection_case.case_level',
  customerNo: 'collection_case.customer_no',
  orderNo: 'collection_case.order_no',
};

function orderBy(sort: CaseSort | null, { now, callable }: CaseView) {
  const { field, direction } = sort ?? { field: 'dpd', direction: 'desc' };
  if (field === 'score' || field === 'borrower') {
    const score = scoreOf({ ...callable, now, today: businessDateOf(now) });
    const way = sql.raw(direction);
    const ofCase = sql`${score} ${way}, collection_case.oldest_due_on, collection_case.case_no`;
    if (field === 'score') return ofCase;
    // Cases of a borrower stand together, where the best of them would.
    const best = sql`max(${score}) over (partition by collection_case.customer_no)`;
    return sql`${best} ${way}, collection_case.customer_no, ${ofCase}`;
  }
  const isDescending = (direction === 'desc') !== (field === 'dpd');
  const way = sql.raw(isDescending ? 'desc nulls last' : 'asc nulls first');
  return sql`${sql.raw(COLUMNS[field])} ${way}, collection_case.case_no`;
}

/** One case that matches, always the same of the same. */
export async function anyCase(db: Queryable, view: CaseView, filters: collection.CaseFilters): Promise<string | null> {
  const row = await matching(db, view, filters)
    .select('collectionCase.caseNo')
    .orderBy('collectionCase.caseNo')
    .limit(1)
    .executeTakeFirst();
  return row?.caseNo ?? null;
}

/** A page of the numbers of the cases that match, and how many match. */
export async function findCases(
  db: Queryable,
  view: CaseView,
  request: {
    readonly filters: collection.CaseFilters;
    readonly sort: CaseSort | null;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ caseNos: string[]; total: number; totalIsExact: boolean }> {
  const found = matching(db, view, request.filters);
  const page = found
    .select('collectionCase.caseNo')
    .orderBy(orderBy(request.sort, view))
    .offset((request.page - 1) * request.pageSize)
    .limit(request.pageSize);
  if (view.collectorUserNo !== undefined) {
    // A collector's own cases are few, whatever the filters: counted as they are found, and planned once.
    const rows = await page
      .select(sql<number>`count(*) over ()`.as('total'))
      .modifyEnd(prepared)
      .execute();
    const [first] = rows;
    if (first || request.page === 1)
      return { caseNos: rows.map(({ caseNo }) => caseNo), ...countedTo(first?.total ?? 0) };
  }
  const rows = await page.execute();
  const { total } = await db
    .selectFrom(
      found
        .select('collectionCase.caseNo')
        .limit(COUNTED_EXACTLY + 1)
        .as('found'),
    )
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return {
    caseNos: rows.map(({ caseNo }) => caseNo),
    ...countedTo(total),
  };
}

/** The cases that match with whom they are about, the oldest first. */
export async function borrowersOf(db: Queryable, view: CaseView, filters: collection.CaseFilters, limit: number) {
  return await matching(db, view, filters)
    .select(['collectionCase.caseNo', 'collectionCase.customerNo', 'collectionCase.orderNo', 'cu.phone'])
    .select(
      sql<number>`(select coalesce(sum(bb.outstanding_cents), 0)::bigint from case_bill cb
        join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = collection_case.case_no and cb.is_open)`.as(
        'dueCents',
      ),
    )
    .orderBy('collectionCase.oldestDueOn')
    .orderBy('collectionCase.caseNo')
    .limit(limit)
    .execute();
}

/** The one with the highest score, of those not to be skipped; what is touched today comes last. */
export async function firstByScore(db: Queryable, view: CaseView, skip: readonly string[]): Promise<string | null> {
  const row = await matching(db, view, {})
    .select('collectionCase.caseNo')
    .where(sql<boolean>`collection_case.case_no <> all(${[...skip]}::text[])`)
    .orderBy(orderBy({ field: 'score', direction: 'desc' }, view))
    .limit(1)
    .$if(view.collectorUserNo !== undefined, (query) => query.modifyEnd(prepared))
    .executeTakeFirst();
  return row?.caseNo ?? null;
}

/** What the cases that match add up to, and how they left collection. */
export async function sumOut(db: Queryable, view: CaseView, filters: collection.CaseFilters) {
  const { rows } = await sql<{
    readonly outReason: (typeof collection.outReason)['_zod']['output'];
    readonly cases: number;
    readonly collectedCents: number;
    readonly deductedCents: number;
  }>`
    select c.out_reason, count(*) as cases, sum(paid.cents)::bigint as collected_cents,
      sum(waived.cents)::bigint as deducted_cents
    from collection_case c
    cross join lateral (select coalesce(sum(a.applied_cents), 0) as cents from payment_application a
      where a.order_no = c.order_no and a.case_no = c.case_no and a.application_status = 'LIVE') paid
    cross join lateral (select coalesce(sum(d.total_cents), 0) as cents from case_bill cb
      join deduction d on d.bill_no = cb.bill_no and d.deduction_status = 'APPLIED' where cb.case_no = c.case_no) waived
    where c.case_no in (${matching(db, view, filters).select('collectionCase.caseNo')}) and c.out_reason is not null
    group by c.out_reason order by c.out_reason`.execute(db);
  return {
    cases: rows.reduce((sum, { cases }) => sum + cases, 0),
    collectedCents: rows.reduce((sum, { collectedCents }) => sum + collectedCents, 0),
    deductedCents: rows.reduce((sum, { deductedCents }) => sum + deductedCents, 0),
    byReason: rows.map(({ outReason, cases }) => ({ outReason, cases })),
  };
}
