import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';

/** What a person asked for of a coupon since midnight EAT, by whichever page, rejected applications aside. */
export async function askedToday(db: Queryable, couponTemplateNo: string, userNo: string): Promise<number> {
  const { asked } = await db
    .selectFrom('couponApplication')
    .select(sql<number>`coalesce(sum(quantity * cardinality(customer_nos)), 0)::bigint`.as('asked'))
    .where('couponTemplateNo', '=', couponTemplateNo)
    .where('applicantUserNo', '=', userNo)
    .where('applicationStatus', '<>', 'REJECTED')
    .where('createdAt', '>=', startOfBusinessDate(businessDateOf(new Date())))
    .executeTakeFirstOrThrow();
  return asked;
}

/** Until the transaction ends, what a person asks for of a coupon is asked one after the other. */
export async function lockAsking(tx: Tx, couponTemplateNo: string, userNo: string): Promise<void> {
  const name = `coupons ${couponTemplateNo} ${userNo}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

export interface Asked {
  /** Customers in the application. */
  readonly customers: number;
  /** Coupons for each. */
  readonly quantity: number;
  /** Of these, what is asked for now: an application may grow. */
  readonly more: number;
}

/** Throws COUPON_LIMIT, COUPON_DAY_LIMIT beside the field that is too large. */
export function refuseOver(
  limits: { readonly perSendLimit: number; readonly perApplicationLimit: number; readonly perDayLimit: number },
  { customers, quantity, more }: Asked,
  used: number,
  fields: { readonly quantity: string; readonly phones: string },
): void {
  const refuse = (field: string, most: number) => new AppError('COUPON_LIMIT', { fields: [field], facts: { most } });
  if (quantity > limits.perSendLimit) throw refuse(fields.quantity, limits.perSendLimit);
  if (customers > limits.perApplicationLimit) throw refuse(fields.phones, limits.perApplicationLimit);
  const left = Math.max(0, limits.perDayLimit - used);
  if (more * quantity > left) throw new AppError('COUPON_DAY_LIMIT', { fields: [fields.quantity], facts: { left } });
}

/**
 * The limits of CustomerServiceCouponConfig for a coupon that operations grant. A coupon without an enabled setting has none.
 * @throws AppError COUPON_LIMIT, COUPON_DAY_LIMIT
 */
export async function refuseGrantOver(
  db: Queryable,
  couponTemplateNo: string,
  userNo: string,
  asked: Asked,
  field: string,
): Promise<void> {
  const limits = await db
    .selectFrom('serviceCouponConfig')
    .select(['perSendLimit', 'perApplicationLimit', 'perDayLimit'])
    .where('couponTemplateNo', '=', couponTemplateNo)
    .where('configStatus', '=', 'ENABLED')
    .where('supersededAt', 'is', null)
    .executeTakeFirst();
  if (!limits) return;
  const used = await askedToday(db, couponTemplateNo, userNo);
  refuseOver(limits, asked, used, { quantity: field, phones: field });
}
