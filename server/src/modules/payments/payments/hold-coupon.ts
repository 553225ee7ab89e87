import type { coupon, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type Coupon, couponOn, heldCoupon, holdCoupon, lockCoupon, releaseHeld } from '../../lending/coupons/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { type LoanOrder, lockOrder } from '../../lending/orders/index.ts';
import { lockLoan } from './loan-lock.ts';
import { reachOrder } from './reach.ts';

type Held = ReplyOf<typeof coupon.couponAttach>;
const OVER: ReadonlySet<LoanOrder['orderStatus']> = new Set(['MACHINE_REFUSED', 'REFUSED', 'VOIDED', 'CLOSED']);

async function told(
  call: CommandContext,
  action: 'attach' | 'detach',
  { before, after }: { readonly before: Coupon; readonly after: Coupon },
  reason?: string,
): Promise<Held> {
  const { couponNo, merchantNo, couponStatus, heldOrderNo: orderNo } = after;
  await writeAudit(call.tx, call, {
    action: `coupon.${action}`,
    subjectType: 'coupon',
    subjectNo: couponNo,
    merchantNo,
    before: { couponStatus: before.couponStatus, orderNo: before.heldOrderNo },
    after: { couponStatus, orderNo },
    ...(reason !== undefined && { reason }),
  });
  return { couponNo, couponStatus, orderNo };
}

/** @throws AppError ORDER_NOT_FOUND, ORDER_TAKES_NO_COUPON, and what `holdCoupon` refuses */
export async function attachCoupon(
  { couponNo, orderNo }: ParsedRequestOf<typeof coupon.couponAttach>,
  call: CommandContext,
): Promise<Held> {
  const { tx, caller } = call;
  await reachOrder(tx, caller.scope, orderNo);
  const order = await lockOrder(tx, orderNo);
  if (OVER.has(order.orderStatus)) throw new AppError('ORDER_TAKES_NO_COUPON');
  const who = { userNo: caller.userNo, at: new Date() };
  return await told(call, 'attach', await holdCoupon(tx, couponNo, order, who));
}

/** @throws AppError COUPON_NOT_FOUND, COUPON_NOT_HELD */
export async function detachCoupon(
  { couponNo, reason }: ParsedRequestOf<typeof coupon.couponDetach>,
  call: CommandContext,
): Promise<Held> {
  const { tx, caller } = call;
  const row = await tx
    .selectFrom('coupon')
    .select(['heldOrderNo', 'merchantNo'])
    .where('couponNo', '=', couponNo)
    .executeTakeFirst();
  const { scope } = caller;
  if (!row || !seesMerchant(scope, row.merchantNo)) throw new AppError('COUPON_NOT_FOUND');
  // The order before the coupon, as everybody locks them.
  if (row.heldOrderNo !== null) {
    await reachOrder(tx, scope, row.heldOrderNo);
    await lockOrder(tx, row.heldOrderNo);
  }
  const who = { userNo: caller.userNo, at: new Date(), reason };
  return await told(call, 'detach', await releaseHeld(tx, couponNo, who), reason);
}

/**
 * Whether money that came for an order settles its only open bill with the coupon that is kept for it.
 * @returns the bill and the coupon; null where the money goes over the bills as ever.
 */
export async function settlementWithHeld(
  tx: Tx,
  orderNo: string,
  amountCents: number,
  at: Date,
): Promise<{ readonly billNo: string; readonly couponNo: string } | null> {
  const couponNo = await heldCoupon(tx, orderNo);
  if (couponNo === null) return null;
  const { order, open, claims } = await lockLoan(tx, orderNo, at);
  const [bill, ...others] = open;
  if (!bill || others.length > 0 || claims.length > 0) return null;
  const kept = await lockCoupon(tx, couponNo);
  const { customerNo, merchantNo, productNo, loanType } = order;
  const { billNo, outstanding } = bill;
  const subject = { orderNo, customerNo, merchantNo, productNo, loanType, outstanding, order: bill.order };
  const used = couponOn(kept, subject, at);
  if (!used || amountCents < totalOf(outstanding) - totalOf(used)) return null;
  return { billNo, couponNo };
}
