import type { ErrorName } from '@kituo/sdk/contracts';
import { type ExpressionBuilder, type Expression, sql, type SqlBool } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope, RowAlternative } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

/** The flows within a data scope: those in the books of its merchants. Nobody has a flow to themselves. */
export function flowsWithin(scope: DataScope) {
  return (eb: ExpressionBuilder<Schema, 'paymentFlow'>): Expression<SqlBool> => {
    if (scope === 'all') return eb.lit(true);
    if (scope.rows !== undefined) return eb.and(scope.rows.map((rule) => eb.or(rule.map(meets))));
    if (scope.merchantNos.length === 0) return eb.lit(false);
    return eb('paymentFlow.merchantNo', 'in', scope.merchantNos);
  };
}

const meets = ({ merchantNos, deptNos, userNo }: RowAlternative) =>
  deptNos !== undefined || userNo !== undefined
    ? sql<boolean>`false`
    : sql<boolean>`(${merchantNos ?? null}::text[] IS NULL
        OR payment_flow.merchant_no = ANY(${merchantNos ?? null}::text[]))`;

/** An order outside the scope is as good as none. @throws AppError `missing` */
export async function reachOrder(
  db: Queryable,
  scope: DataScope,
  orderNo: string,
  missing: ErrorName = 'ORDER_NOT_FOUND',
): Promise<{
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly orderStatus: string;
}> {
  const order = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo', 'orderStatus'])
    .where('orderNo', '=', orderNo)
    .where(ordersWithin(scope))
    .executeTakeFirst();
  if (!order) throw new AppError(missing);
  return order;
}

/** A bill of an order within the scope. @throws AppError BILL_NOT_FOUND */
export async function reachBill(
  db: Queryable,
  scope: DataScope,
  billNo: string,
): Promise<{ readonly billNo: string; readonly orderNo: string; readonly merchantNo: string }> {
  const bill = await db
    .selectFrom('bill')
    .innerJoin('loanOrder', 'loanOrder.orderNo', 'bill.orderNo')
    .select(['bill.billNo', 'bill.orderNo', 'bill.merchantNo'])
    .where('bill.billNo', '=', billNo)
    .where(ordersWithin(scope))
    .executeTakeFirst();
  if (!bill) throw new AppError('BILL_NOT_FOUND');
  return bill;
}

/** A flow within the scope. @throws AppError SERIAL_NOT_FOUND */
export async function reachFlow(db: Queryable, scope: DataScope, flowNo: string): Promise<string> {
  const flow = await db
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('flowNo', '=', flowNo)
    .where(flowsWithin(scope))
    .executeTakeFirst();
  if (!flow) throw new AppError('SERIAL_NOT_FOUND');
  return flow.flowNo;
}
