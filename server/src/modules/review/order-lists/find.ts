import { type RawBuilder, sql } from 'kysely';
import { COUNTED_EXACTLY, countedTo } from '../../../db/counted.ts';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { startOfBusinessDate } from '../../platform/policy/index.ts';
import { areKeys, type MatchingOrders, matchingOrders, type OrderFilters } from './match.ts';

/** Names are read beside each order: a frequent one is counted less far. */
const NAMES_COUNTED_EXACTLY = 200;
/** Each order is read to see whether it meets a second of these: such matches are counted less far, too. */
const READ_IN_THE_ROW = [
  'productNo',
  'refuseCode',
  'modelLevel',
  'incomingChannel',
  'promotionChannel',
  'lendingChannel',
  'dataSource',
  'auditorUserNo',
  'whitelistFlag',
  'loanType',
  'auditTime',
  'lendingTime',
] as const;
const SEVERAL_COUNTED_EXACTLY = 1_000;

export interface OrderSort {
  readonly field: 'applyTime' | 'auditTime' | 'lendingTime' | 'allotTime' | 'leaseEndsAt';
  readonly direction: 'asc' | 'desc';
}

/** Which of the rows in order are wanted. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface Found {
  readonly orderNos: readonly string[];
  readonly total: number;
  readonly totalIsExact: boolean;
}

const NEWEST: OrderSort = { field: 'applyTime', direction: 'desc' };
const COLUMNS: Readonly<Record<OrderSort['field'], RawBuilder<unknown>>> = {
  applyTime: sql`loan_order.apply_time`,
  auditTime: sql`loan_order.audit_time`,
  lendingTime: sql`loan_order.lending_time`,
  allotTime: sql`loan_order.allotted_at`,
  leaseEndsAt: sql`loan_order.lease_ends_at`,
};

/** A page of the numbers of the orders that match, and how many match. Rows without what is sorted by come last. */
export async function findOrders(
  db: Queryable,
  scope: DataScope,
  filters: OrderFilters,
  sort: OrderSort | null,
  range: Range,
): Promise<Found> {
  const found = await matchingOrders(db, scope, filters);
  const order = sort ?? NEWEST;
  const orderNos = areKeys(filters)
    ? await pageOfFew(db, found, order, range)
    : await pageOfMany(notBefore(found, order, filters), found, order, range);
  const isWhole = range.offset === 0 && orderNos.length < range.limit;
  if (isWhole) return { orderNos, total: orderNos.length, totalIsExact: true };
  return { orderNos, ...(await count(db, found, filters)) };
}

function countedExactly(filters: OrderFilters): number {
  if (filters.customerName) return NAMES_COUNTED_EXACTLY;
  const several = READ_IN_THE_ROW.filter((name) => filters[name] !== undefined).length > 1;
  return several ? SEVERAL_COUNTED_EXACTLY : COUNTED_EXACTLY;
}

async function count(db: Queryable, found: MatchingOrders, filters: OrderFilters) {
  const most = countedExactly(filters);
  // Any order will do; the newest is one that an index gives whatever the filter. Days of decision or payout have
  // one of their own, which then needs no order read.
  const by = ['auditTime', 'lendingTime'] as const;
  const column = filters.applyTime ? undefined : by.find((name) => filters[name] !== undefined);
  const some = found.select('loanOrder.orderNo').orderBy(COLUMNS[column ?? 'applyTime'], 'desc');
  const { total } = await db
    .selectFrom(some.limit(most + 1).as('found'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return countedTo(total, most);
}

/** By keys: all that match are found first, so that no index of an order is walked in search of them. */
async function pageOfFew(
  db: Queryable,
  found: MatchingOrders,
  { field, direction }: OrderSort,
  { offset, limit }: Range,
): Promise<string[]> {
  const all = found.select(['loanOrder.orderNo', sql<Date | null>`${COLUMNS[field]}`.as('sortedBy')]);
  const rows = await db
    .with(
      (cte) => cte('few').materialized(),
      () => all,
    )
    .selectFrom('few')
    .select('few.orderNo')
    .orderBy('few.sortedBy', (by) => (direction === 'asc' ? by.asc() : by.desc()).nullsLast())
    .orderBy('few.orderNo', direction)
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(({ orderNo }) => orderNo);
}

/**
 * Nothing is decided or paid out before it was applied for. Saying so spares a walk through all that was paid
 * out before the days requested.
 */
function notBefore(found: MatchingOrders, { field }: OrderSort, { applyTime }: OrderFilters) {
  if (!applyTime || field === 'applyTime') return found;
  return found.where(sql<boolean>`${COLUMNS[field]} >= ${startOfBusinessDate(applyTime.from)}`);
}

/** `bounded` is `found` without what the order itself rules out. */
async function pageOfMany(
  bounded: MatchingOrders,
  found: MatchingOrders,
  { field, direction }: OrderSort,
  { offset, limit }: Range,
): Promise<string[]> {
  const column = COLUMNS[field];
  const numbers = found.select('loanOrder.orderNo');
  const inOrder = bounded.select('loanOrder.orderNo');
  const known = field === 'applyTime' ? inOrder : inOrder.where(sql<boolean>`${column} IS NOT NULL`);
  const first = await known
    .orderBy(column, direction)
    .orderBy('loanOrder.orderNo', direction)
    .offset(offset)
    .limit(limit)
    .execute();
  const page = first.map(({ orderNo }) => orderNo);
  if (field === 'applyTime' || page.length === limit) return page;
  const before = page.length > 0 ? offset + page.length : await countAll(known);
  const rest = await numbers
    .where(sql<boolean>`${column} IS NULL`)
    .orderBy('loanOrder.applyTime', 'desc')
    .orderBy('loanOrder.orderNo', 'desc')
    .offset(Math.max(0, offset - before))
    .limit(limit - page.length)
    .execute();
  return [...page, ...rest.map(({ orderNo }) => orderNo)];
}

async function countAll(query: MatchingOrders): Promise<number> {
  const { total } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
