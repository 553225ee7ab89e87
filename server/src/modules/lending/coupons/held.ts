import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Coupon, lockCoupon, moveCoupon } from './coupons.ts';

/*
 * A coupon kept for an order: FROZEN for it alone from the application on. It goes free when the order is
 * refused, voided or closed without it, and is used by the settlement. Nothing is posted before its use.
 */

interface Who {
  readonly userNo?: string | undefined;
  readonly at?: Date | undefined;
}

/** The coupon kept for an order; null where none is. */
export async function heldCoupon(db: Queryable, orderNo: string): Promise<string | null> {
  const row = await db.selectFrom('coupon').select('couponNo').where('heldOrderNo', '=', orderNo).executeTakeFirst();
  return row?.couponNo ?? null;
}

export interface HoldingOrder {
  readonly orderNo: string;
  readonly customerNo: string;
  readonly merchantNo: string;
  readonly productNo: string;
  readonly loanType: 'FIRST' | 'REPEAT';
}

/**
 * Keeps a coupon for an order, which is locked.
 * @throws AppError COUPON_NOT_FOUND, COUPON_HELD, COUPON_NOT_USABLE, ORDER_HAS_COUPON, ILLEGAL_TRANSITION
 */
export async function holdCoupon(
  tx: Tx,
  couponNo: string,
  order: HoldingOrder,
  who: Who & { readonly at: Date },
): Promise<{ readonly before: Coupon; readonly after: Coupon }> {
  const other = await heldCoupon(tx, order.orderNo);
  const before = await lockCoupon(tx, couponNo);
  if (before.customerNo !== order.customerNo) throw new AppError('COUPON_NOT_FOUND');
  const { heldOrderNo } = before;
  if (heldOrderNo !== null) throw new AppError('COUPON_HELD', { facts: { orderNo: heldOrderNo } });
  if (other !== null) throw new AppError('ORDER_HAS_COUPON', { facts: { couponNo: other } });
  const { useRule: rule } = before;
  const fits =
    before.couponType !== 'INCREASE_LOAN_LIMIT' &&
    before.merchantNo === order.merchantNo &&
    (before.couponStatus !== 'AVAILABLE' || before.expiresAt > who.at) &&
    (rule.loanType ?? order.loanType) === order.loanType &&
    (rule.productNos === undefined || rule.productNos.includes(order.productNo));
  if (!fits) throw new AppError('COUPON_NOT_USABLE', { fields: ['couponNo'] });
  const about = { ...who, reason: order.orderNo, heldOrderNo: order.orderNo };
  return { before, after: await moveCoupon(tx, before, 'freeze', about) };
}

/** Gives a kept coupon back to its customer. @throws AppError COUPON_NOT_FOUND, COUPON_NOT_HELD */
export async function releaseHeld(
  tx: Tx,
  couponNo: string,
  who: Who & { readonly reason: string },
): Promise<{ readonly before: Coupon; readonly after: Coupon }> {
  const before = await lockCoupon(tx, couponNo);
  if (before.heldOrderNo === null) throw new AppError('COUPON_NOT_HELD');
  return { before, after: await moveCoupon(tx, before, 'release', who) };
}

/** The order, which is locked, needs none any more. */
export async function freeHeldCoupon(tx: Tx, orderNo: string, who: Who): Promise<void> {
  const couponNo = await heldCoupon(tx, orderNo);
  if (couponNo === null) return;
  await moveCoupon(tx, await lockCoupon(tx, couponNo), 'release', { ...who, reason: orderNo });
}
