import type { ErrorName } from '@kituo/sdk/contracts';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { ordersWithin } from '../../lending/orders/index.ts';

/** Which collection system an order belongs to: collected whole, or bill by bill. */
export type System = 'ORDER' | 'BILL';

/** Orders of one system within a data scope. */
export function ordersOf(scope: DataScope, system: System) {
  return (eb: ExpressionBuilder<Schema, 'loanOrder'>): Expression<SqlBool> =>
    eb.and([ordersWithin(scope)(eb), eb('loanOrder.collectionScope', '=', system)]);
}

/** An order of the system within the scope. @throws AppError `missing` */
export async function reachOrderOf(
  db: Queryable,
  scope: DataScope,
  system: System,
  orderNo: string,
  missing: ErrorName = 'ORDER_NOT_FOUND',
): Promise<{ readonly orderNo: string; readonly merchantNo: string }> {
  const order = await db
    .selectFrom('loanOrder')
    .select(['orderNo', 'merchantNo'])
    .where('orderNo', '=', orderNo)
    .where(ordersOf(scope, system))
    .executeTakeFirst();
  if (!order) throw new AppError(missing);
  return order;
}

/** The most that a person's roles let them waive at once; null: nothing. Cents. */
export async function waiverCapOf(db: Queryable, { roleNos }: Caller): Promise<number | null> {
  const { cap } = await db
    .selectFrom('role')
    .select(sql<number | null>`max(deduction_cap_cents)::bigint`.as('cap'))
    .where('roleNo', '=', sql<string>`any(${[...roleNos]}::text[])`)
    .executeTakeFirstOrThrow();
  return cap;
}
