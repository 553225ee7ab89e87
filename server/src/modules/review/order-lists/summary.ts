import type { auditOrder, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { matchingOrders, type OrderFilters } from './match.ts';

type Request = ParsedRequestOf<typeof auditOrder.manageSummary>;
type Reply = ReplyOf<typeof auditOrder.manageSummary>;
type Status = Reply['statuses'][number]['orderStatus'];

/** The newest so many are added up: more would keep a processor busy for a figure nobody reads to the unit. */
const ADDED_UP = 100_000;
const DAYS = 31;

interface Group {
  readonly day: string;
  readonly orderStatus: Status;
  readonly count: number;
  readonly cents: number;
  readonly approved: number;
  readonly lent: number;
}

/** Count and sum per status, and how far the applications of each day have come. */
export async function summarize(db: Queryable, scope: DataScope, request: Request): Promise<Reply> {
  const { applyFrom, applyTo, auditFrom, auditTo, lendingFrom, lendingTo, ...filters } = request;
  const found = await matchingOrders(db, scope, {
    ...filters,
    ...daysOf('applyTime', applyFrom, applyTo),
    ...daysOf('auditTime', auditFrom, auditTo),
    ...daysOf('lendingTime', lendingFrom, lendingTo),
  });
  const newest = found
    .select(['loanOrder.applyTime', 'loanOrder.orderStatus', 'loanOrder.appliedCents'])
    .select(['loanOrder.approvedCents', 'loanOrder.lendingTime'])
    .orderBy('loanOrder.applyTime', 'desc')
    .limit(ADDED_UP + 1);
  const groups: readonly Group[] = await db
    .selectFrom(newest.as('newest'))
    .select(sql<string>`((newest.apply_time AT TIME ZONE 'Africa/Nairobi')::date)::text`.as('day'))
    .select('newest.orderStatus')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<number>`sum(newest.applied_cents)::bigint`.as('cents'))
    .select(sql<number>`count(newest.approved_cents)::int`.as('approved'))
    .select(sql<number>`count(newest.lending_time)::int`.as('lent'))
    .groupBy(sql`1`)
    .groupBy('newest.orderStatus')
    .execute();
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return { statuses: byStatus(groups), days: byDay(groups), isExact: total <= ADDED_UP };
}

/** Days as the lists filter by them; what an address leaves open reaches to the end of time. */
function daysOf(
  field: 'applyTime' | 'auditTime' | 'lendingTime',
  from: string | undefined,
  to: string | undefined,
): Pick<OrderFilters, typeof field> {
  if (from === undefined && to === undefined) return {};
  const until = to ?? addDays(businessDateOf(new Date()), 1);
  return { [field]: { from: from ?? '2000-01-01', to: until } };
}

function byStatus(groups: readonly Group[]): Reply['statuses'] {
  const found = Map.groupBy(groups, ({ orderStatus }) => orderStatus);
  return [...found].map(([orderStatus, rows]) => ({
    orderStatus,
    count: sumOf(rows, ({ count }) => count),
    loanAmountCents: sumOf(rows, ({ cents }) => cents),
  }));
}

const BEFORE_REVIEW: ReadonlySet<Status> = new Set(['MACHINE_REVIEW', 'MACHINE_REFUSED']);

function byDay(groups: readonly Group[]): Reply['days'] {
  const found = Map.groupBy(groups, ({ day }) => day);
  return [...found]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .slice(0, DAYS)
    .map(([day, rows]) => ({
      day,
      applied: sumOf(rows, ({ count }) => count),
      toReview: sumOf(rows, ({ orderStatus, count }) => (BEFORE_REVIEW.has(orderStatus) ? 0 : count)),
      passed: sumOf(rows, ({ approved }) => approved),
      disbursed: sumOf(rows, ({ lent }) => lent),
    }));
}

function sumOf(rows: readonly Group[], of: (row: Group) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}
