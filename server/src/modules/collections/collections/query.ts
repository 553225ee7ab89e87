import { sql } from 'kysely';
import type { collection } from '@kituo/sdk/contracts';
import { COUNTED_EXACTLY, countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import { anywhere, whole } from '../../../db/like.ts';
import type { CaseScope, CaseStatus } from '../../../db/collection-schema.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { withinScope } from './cases.ts';

export interface CaseView {
  readonly caseScope: CaseScope;
  readonly scope: DataScope;
  /** The states that the page is about. */
  readonly states: readonly CaseStatus[];
  /** Only what this person has. */
  readonly collectorUserNo?: string;
  /** Whether a part of a name finds nobody: for who sees names masked. */
  readonly isExactName?: boolean;
  /** Only cases so many days past due. */
  readonly dpdFrom?: number;
  readonly now: Date;
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
    .where('collectionCase.caseScope', '=', caseScope)
    .where(withinScope(scope));
  const requested = filters.caseStatus?.filter((state) => states.includes(state)) ?? states;
  query = query.where(sql<boolean>`collection_case.case_status = any(${requested})`);
  if (collectorUserNo !== undefined) {
    query = query.where('collectionCase.collectorUserNo', '=', collectorUserNo);
  }
  const dpdFrom = Math.max(filters.dpdFrom ?? -10_000, view.dpdFrom ?? -10_000);
  if (dpdFrom > -10_000) {
    query = query.where('collectionCase.oldestDueOn', '<=', addDays(today, -dpdFrom));
  }
  if (filters.dpdTo !== undefined) {
    query = query.where('collectionCase.oldestDueOn', '>=', addDays(today, -filters.dpdTo));
  }
  if (filters.caseNo) query = query.where('collectionCase.caseNo', '=', filters.caseNo);
  if (filters.orderNo) query = query.where('collectionCase.orderNo', '=', filters.orderNo);
  if (filters.phone) query = query.where('cu.phone', '=', filters.phone);
  if (filters.idCardNo) query = query.where('cu.idCardNo', '=', filters.idCardNo);
  if (filters.customerName) {
    const { customerName } = filters;
    query = query.where('cu.customerName', 'ilike', view.isExactName ? whole(customerName) : anywhere(customerName));
  }
  if (filters.loanType) query = query.where('o.loanType', '=', filters.loanType);
  const among = [
    ['case_level', filters.caseLevel],
    ['merchant_no', filters.merchantNos],
    ['collector_user_no', filters.collectorUserNos],
  ] as const;
  for (const [column, values] of among) {
    if (values === undefined || values.length === 0) continue;
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
  for (const condition of conditionsOf(filters, today)) query = query.where(condition);
  return query;
}

/** What is not a column of the case. */
function conditionsOf(filters: collection.CaseFilters, today: string) {
  const start = startOfBusinessDate(today);
  const from = (date: string) => startOfBusinessDate(date);
  const after = (date: string) => startOfBusinessDate(addDays(date, 1));
  const { billNo, dueFromCents = null, dueToCents = null } = filters;
  const due = sql`(select coalesce(sum(bb.outstanding_cents + bb.claim_cents), 0) from case_bill cb
    join bill_balance bb on bb.bill_no = cb.bill_no where cb.case_no = collection_case.case_no)`;
  const promise = (condition: ReturnType<typeof sql>) =>
    sql<boolean>`exists (select from promise_to_pay p where p.case_no = collection_case.case_no and ${condition})`;
  return [
    billNo
      ? sql<boolean>`exists (select from case_bill cb where cb.case_no = collection_case.case_no and cb.bill_no = ${billNo})`
      : null,
    dueFromCents === null ? null : sql<boolean>`${due} >= ${dueFromCents}`,
    dueToCents === null ? null : sql<boolean>`${due} <= ${dueToCents}`,
    filters.entryFrom ? sql<boolean>`collection_case.opened_at >= ${from(filters.entryFrom)}` : null,
    filters.entryTo ? sql<boolean>`collection_case.opened_at < ${after(filters.entryTo)}` : null,
    filters.outFrom ? sql<boolean>`collection_case.closed_at >= ${from(filters.outFrom)}` : null,
    filters.outTo ? sql<boolean>`collection_case.closed_at < ${after(filters.outTo)}` : null,
    filters.unassigned ? sql<boolean>`collection_case.collector_user_no is null` : null,
    filters.untouchedToday
      ? sql<boolean>`(collection_case.last_follow_up_at is null or collection_case.last_follow_up_at < ${start})`
      : null,
    filters.promiseDueToday ? promise(sql`p.promise_status = 'OPEN' and p.promised_on = ${today}`) : null,
    filters.brokenPromise ? promise(sql`p.promise_status = 'BROKEN'`) : null,
    filters.levelChangedToday
      ? sql<boolean>`exists (select from case_event e where e.case_no = collection_case.case_no and e.command = 'level' and e.at >= ${start})`
      : null,
    filters.assigneeLeft
      ? sql<boolean>`exists (select from app_user u left join personnel p on p.user_no = u.user_no and p.personnel_kind = 'COLLECTOR'
      where u.user_no = collection_case.collector_user_no and (u.employee_status = 'LEFT' or u.user_status = 'FROZEN' or p.personnel_status = 'FROZEN'))`
      : null,
  ].filter((condition) => condition !== null);
}

const COLUMNS: Readonly<Record<CaseSort['field'], string>> = {
  // More days past due is an earlier due date.
  dpd: 'collection_case.oldest_due_on',
  entryTime: 'collection_case.opened_at',
  lastFollowUpAt: 'collection_case.last_follow_up_at',
  outTime: 'collection_case.closed_at',
  caseLevel: 'collection_case.case_level',
};

function orderBy(sort: CaseSort | null) {
  const { field, direction } = sort ?? { field: 'dpd', direction: 'desc' };
  const isDescending = (direction === 'desc') !== (field === 'dpd');
  const way = sql.raw(isDescending ? 'desc nulls last' : 'asc nulls first');
  return sql`${sql.raw(COLUMNS[field])} ${way}, collection_case.case_no`;
}

/** A page of the numbers of the cases that match, and how many match. */
/** One case that matches, always the same of the same. */
export async function anyCase(db: Queryable, view: CaseView, filters: collection.CaseFilters): Promise<string | null> {
  const row = await matching(db, view, filters)
    .select('collectionCase.caseNo')
    .orderBy('collectionCase.caseNo')
    .limit(1)
    .executeTakeFirst();
  return row?.caseNo ?? null;
}

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
  const rows = await found
    .select('collectionCase.caseNo')
    .orderBy(orderBy(request.sort))
    .offset((request.page - 1) * request.pageSize)
    .limit(request.pageSize)
    .execute();
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
