import type { orderFile } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { nameFor, type Reader } from './masked.ts';

/** At most so many orders that share something are named. */
const SHOWN = 20;

interface Sharing extends Reader {
  readonly scope: DataScope;
}

/** Other orders of the caller's scope that share one of the values, by value. */
export async function sharing(
  db: Queryable,
  caller: Sharing,
  order: { readonly orderNo: string; readonly customerNo: string },
  traitKind: 'DEVICE' | 'FACE' | 'CONTACT_PHONE',
  values: readonly string[],
): Promise<ReadonlyMap<string, orderFile.SameTrait[]>> {
  if (values.length === 0) return new Map();
  const rows = await db
    .selectFrom('orderTrait')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'orderTrait.orderNo')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['orderTrait.traitValue', 'loanOrder.orderNo', 'loanOrder.customerNo'])
    .select(['loanOrder.orderStatus', 'loanOrder.applyTime', 'customer.customerName'])
    .where('orderTrait.traitKind', '=', traitKind)
    .where('orderTrait.traitValue', 'in', [...new Set(values)])
    .where('loanOrder.orderNo', '<>', order.orderNo)
    .where(ordersWithin(caller.scope))
    .orderBy('loanOrder.applyTime', 'desc')
    .limit(SHOWN * values.length)
    .execute();
  const byValue = Map.groupBy(rows, ({ traitValue }) => traitValue);
  return new Map(
    [...byValue].map(([value, found]) => [
      value,
      found.slice(0, SHOWN).map((row) => ({
        orderNo: row.orderNo,
        customerName: nameFor(caller, row.customerName),
        orderStatus: row.orderStatus,
        applyTime: row.applyTime.toISOString(),
        isSameCustomer: row.customerNo === order.customerNo,
      })),
    ]),
  );
}

/** The values of one kind that an order has. */
export async function traitsOf(
  db: Queryable,
  orderNo: string,
  traitKind: 'DEVICE' | 'FACE' | 'CONTACT_PHONE',
): Promise<string[]> {
  const rows = await db
    .selectFrom('orderTrait')
    .select('traitValue')
    .where('orderNo', '=', orderNo)
    .where('traitKind', '=', traitKind)
    .execute();
  return rows.map(({ traitValue }) => traitValue);
}

interface EarlierRow {
  readonly orderNo: string;
  readonly productName: string;
  readonly orderStatus: orderFile.OrderHeader['orderStatus'];
  readonly loanAmountCents: number;
  readonly applyTime: Date;
  readonly lendingTime: Date | null;
  readonly worstOverdueDays: number;
  readonly rolloverCount: number;
}

/** The customer's other orders with how they were repaid; totals over all of them, fifty of them named. */
export async function borrowingOf(
  db: Queryable,
  { orderNo, customerNo }: { readonly orderNo: string; readonly customerNo: string },
  today: string,
): Promise<{
  orders: {
    orderNo: string;
    productName: string;
    orderStatus: orderFile.OrderHeader['orderStatus'];
    loanAmountCents: number;
    applyTime: string;
    lendingTime: string | null;
    worstOverdueDays: number;
    rolloverCount: number;
  }[];
  totals: {
    orders: number;
    disbursed: number;
    borrowedCents: number;
    worstOverdueDays: number;
    rollovers: number;
  };
}> {
  const { rows } = await sql<EarlierRow>`
    SELECT o.order_no, p.product_name, o.order_status, o.apply_time, o.lending_time,
      coalesce(o.approved_cents, o.applied_cents) AS loan_amount_cents,
      coalesce(b.worst, 0) AS worst_overdue_days, coalesce(b.rollovers, 0) AS rollover_count
    FROM loan_order o JOIN loan_product p USING (product_no)
    LEFT JOIN LATERAL (
      SELECT max(greatest(0, coalesce(bill.actual_date, ${today}::date) - bill.due_date))
          FILTER (WHERE bill.bill_status <> 'VOID') AS worst,
        (count(*) FILTER (WHERE bill.bill_status = 'ROLLED_OVER'))::int AS rollovers
      FROM bill WHERE bill.order_no = o.order_no) b ON true
    WHERE o.customer_no = ${customerNo} AND o.order_no <> ${orderNo}
    ORDER BY o.apply_time DESC`.execute(db);
  const lent = rows.filter(({ lendingTime }) => lendingTime !== null);
  return {
    orders: rows.slice(0, 50).map((row) => ({
      ...row,
      applyTime: row.applyTime.toISOString(),
      lendingTime: row.lendingTime?.toISOString() ?? null,
    })),
    totals: {
      orders: rows.length,
      disbursed: lent.length,
      borrowedCents: lent.reduce((sum, { loanAmountCents }) => sum + loanAmountCents, 0),
      worstOverdueDays: Math.max(0, ...rows.map((row) => row.worstOverdueDays)),
      rollovers: rows.reduce((sum, { rolloverCount }) => sum + rolloverCount, 0),
    },
  };
}
