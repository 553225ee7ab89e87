import { type auditOrders, auditOrders as forms } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { anywhere, whole } from '../../../db/like.ts';
import type { DataScope } from '../../../http/implement.ts';
import { admitSearch, type Reading } from '../../../lists/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { addDays, startOfBusinessDate } from '../../platform/policy/index.ts';

type Status = auditOrders.ManageRow['orderStatus'];

/** What order lists filter by; each list takes a part of it. */
export interface OrderFilters extends Partial<Omit<auditOrders.ManageFilters, 'orderStatus'>> {
  readonly orderStatus?: auditOrders.ManageFilters['orderStatus'];
  /** Numbers of orders, all of them the company's own. */
  readonly orderNos?: readonly string[] | undefined;
  /** Whether a part of a name finds nobody: for who sees names masked, see {@link admitOrderSearch}. */
  readonly isExactName?: boolean;
}

/** The filters as they may be used by who asks; a search by what they see masked is recorded. Throws REVEAL_BUDGET. */
export async function admitOrderSearch<Filters extends OrderFilters>(
  list: string,
  filters: Filters,
  reading: Pick<Reading, 'db' | 'caller' | 'services'>,
): Promise<Filters & { readonly isExactName?: boolean }> {
  const exact = { ...filters, isExactName: true };
  const { db, caller } = reading;
  const isExact = await admitSearch(list, filters, reading, async () => {
    const found = await matchingOrders(db, caller.scope, exact);
    const row = await found.select('loanOrder.orderNo').orderBy('loanOrder.orderNo').limit(1).executeTakeFirst();
    return row?.orderNo ?? null;
  });
  return isExact ? exact : filters;
}

/** So many customers of a name are looked up first; of more, orders are looked at one by one. */
const FEW_CUSTOMERS = 500;

/** The states that a choice of the filter stands for. */
export function statusesOf(choice: NonNullable<OrderFilters['orderStatus']>): readonly Status[] {
  const type = forms.orderStatusType.safeParse(choice).data;
  return type === undefined
    ? forms.manageRow.shape.orderStatus.options.filter((status) => status === choice)
    : forms.ORDER_STATUS_TYPES[type];
}

interface KnownCustomers {
  /** Null: the filter names nobody, or more than can be listed. */
  readonly customerNos: readonly string[] | null;
  readonly isFrequentName: boolean;
}

/** Whom the personal filters mean. Read first: an order knows its customer by number alone. */
async function customersOf(
  db: Queryable,
  scope: DataScope,
  { phone, idCardNo, customerName, isExactName = false }: OrderFilters,
): Promise<KnownCustomers> {
  if (!phone && !idCardNo && !customerName) return { customerNos: null, isFrequentName: false };
  let query = db.selectFrom('customer').select('customerNo');
  if (scope !== 'all') {
    if (scope.merchantNos.length === 0) return { customerNos: [], isFrequentName: false };
    query = query.where('merchantNo', 'in', scope.merchantNos);
  }
  if (phone) query = query.where('phone', '=', phone);
  if (idCardNo) query = query.where('idCardNo', '=', idCardNo);
  if (customerName)
    query = query.where('customerName', 'ilike', isExactName ? whole(customerName) : anywhere(customerName));
  const found = await query.limit(FEW_CUSTOMERS + 1).execute();
  if (found.length > FEW_CUSTOMERS) return { customerNos: null, isFrequentName: true };
  return { customerNos: found.map(({ customerNo }) => customerNo), isFrequentName: false };
}

/** A group of refusal codes stands for all that is in it. */
async function codesIn(db: Queryable, refuseCode: string): Promise<string[]> {
  const rows = await db.selectFrom('refuseCode').select('refuseCode').where('parentCode', '=', refuseCode).execute();
  return [refuseCode, ...rows.map((row) => row.refuseCode)];
}

/** The orders that match, within the scope: nothing selected and in no order yet. */
export async function matchingOrders(db: Queryable, scope: DataScope, filters: OrderFilters) {
  const { customerNos, isFrequentName } = await customersOf(db, scope, filters);
  let query = db.selectFrom('loanOrder').where(ordersWithin(scope));
  const { orderNo, orderNos, thirdPartyOrderNo, orderStatus, customerName, isExactName = false } = filters;
  if (orderNo) {
    const numbers = forms.numbersIn(orderNo);
    const own = numbers.map((number) => number.toUpperCase());
    query = query.where((eb) =>
      eb.or([eb('loanOrder.orderNo', 'in', own), eb('loanOrder.thirdPartyOrderNo', 'in', numbers)]),
    );
  }
  if (orderNos) query = query.where(sql<boolean>`loan_order.order_no = ANY(${orderNos})`);
  if (thirdPartyOrderNo) query = query.where('loanOrder.thirdPartyOrderNo', '=', thirdPartyOrderNo);
  if (customerNos) query = query.where(sql<boolean>`loan_order.customer_no = ANY(${customerNos})`);
  if (isFrequentName && customerName) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('customer')
          .select(eb.lit(1).as('one'))
          .whereRef('customer.customerNo', '=', 'loanOrder.customerNo')
          .where('customer.customerName', 'ilike', isExactName ? whole(customerName) : anywhere(customerName)),
      ),
    );
  }
  for (const field of [
    'merchantNo',
    'productNo',
    'loanType',
    'modelLevel',
    'auditorUserNo',
    'incomingChannel',
    'promotionChannel',
    'lendingChannel',
    'dataSource',
  ] as const) {
    const value = filters[field];
    if (value) query = query.where(`loanOrder.${field}`, '=', value);
  }
  if (filters.refuseCode) {
    const codes = await codesIn(db, filters.refuseCode);
    query = query.where('loanOrder.refuseCode', 'in', codes);
  }
  if (orderStatus) query = query.where('loanOrder.orderStatus', 'in', statusesOf(orderStatus));
  if (filters.whitelistFlag !== undefined) {
    query = query.where('loanOrder.isWhitelisted', '=', filters.whitelistFlag);
  }
  for (const field of ['applyTime', 'auditTime', 'lendingTime'] as const) {
    const days = filters[field];
    if (!days) continue;
    query = query
      .where(`loanOrder.${field}`, '>=', startOfBusinessDate(days.from))
      .where(`loanOrder.${field}`, '<', startOfBusinessDate(addDays(days.to, 1)));
  }
  return query;
}

export type MatchingOrders = Awaited<ReturnType<typeof matchingOrders>>;

/** True where the filters name single orders or people: what matches is few, wherever it lies. */
export function areKeys(filters: OrderFilters): boolean {
  return Boolean(filters.orderNo ?? filters.orderNos ?? filters.thirdPartyOrderNo ?? filters.phone ?? filters.idCardNo);
}
