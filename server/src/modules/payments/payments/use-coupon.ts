import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Bill } from '../../lending/bills/index.ts';
import { chooseCoupon, giveBack, markCouponUsed } from '../../lending/coupons/index.ts';
import { billPostings, partsOf, postJournal, reverseAll, totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { lockLoan } from './loan-lock.ts';

export interface CouponRequest {
  readonly orderNo: string;
  readonly billNo: string;
  readonly couponNo: string;
  readonly makerUserNo: string;
  readonly idempotencyKey: string;
  readonly at?: Date;
}

/**
 * Uses a coupon on a bill without a payment: marketing expense / receivable. What would bring the bill to 0 is a
 * settlement, which has its own form.
 * @returns what it took off, in cents.
 * @throws AppError BILL_NOT_FOUND, ILLEGAL_TRANSITION, COUPON_NOT_FOUND, COUPON_NOT_USABLE, CHOOSE_SETTLE
 */
export async function lowerByCoupon(tx: Tx, request: CouponRequest): Promise<number> {
  const { orderNo, billNo, couponNo, makerUserNo, idempotencyKey, at = new Date() } = request;
  const today = businessDateOf(at);
  const { order, bills, open } = await lockLoan(tx, orderNo, today);
  const bill = open.find((one) => one.billNo === billNo);
  if (!bill) throw notOpen(bills.find((one) => one.billNo === billNo));
  const { customerNo, merchantNo, productNo, loanType } = order;
  const { outstanding } = bill;
  const subject = {
    orderNo,
    customerNo,
    merchantNo,
    productNo,
    loanType,
    outstanding,
    order: bill.order,
  };
  const { coupon, used } = await chooseCoupon(tx, couponNo, subject, at);
  const usedCents = totalOf(used);
  if (usedCents === totalOf(outstanding)) throw new AppError('CHOOSE_SETTLE');
  const { journalId, isNew } = await postJournal(tx, {
    kind: 'COUPON',
    businessDate: today,
    merchantNo,
    cause: { type: 'COUPON', no: couponNo },
    idempotencyKey: `coupon/${couponNo}/${idempotencyKey}`,
    makerUserNo,
    lines: billPostings.coupon({ parts: partsOf(used).map((part) => ({ billNo, ...part })) }),
  });
  if (!isNew) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  const use = { orderNo, billNo, usedCents, journalId, applicationNo: null };
  await markCouponUsed(tx, coupon, { ...use, usedBy: makerUserNo, at });
  return usedCents;
}

/** A bill that is not active takes no coupon. */
function notOpen(bill: Bill | undefined): AppError {
  if (!bill) return new AppError('BILL_NOT_FOUND');
  const facts = { subject: 'bill', state: bill.billStatus, command: 'use a coupon' };
  return new AppError('ILLEGAL_TRANSITION', { facts });
}

/**
 * Takes back a coupon that was used without a payment: its posting is mirrored today and the coupon is the
 * customer's again. One that went along with a write-off comes back with its rollback.
 * @throws AppError COUPON_NOT_FOUND, NOT_NEWEST where its bill was settled since
 */
export async function takeCouponBack(
  tx: Tx,
  { couponNo, makerUserNo, at = new Date() }: Omit<CouponRequest, 'orderNo' | 'billNo'>,
): Promise<void> {
  const use = await tx
    .selectFrom('couponUse')
    .selectAll()
    .where('couponNo', '=', couponNo)
    .where('isLive', '=', true)
    .where('applicationNo', 'is', null)
    .executeTakeFirst();
  if (!use) throw new AppError('COUPON_NOT_FOUND');
  const today = businessDateOf(at);
  const { open } = await lockLoan(tx, use.orderNo, today);
  if (!open.some(({ billNo }) => billNo === use.billNo)) throw new AppError('NOT_NEWEST');
  const { numUpdatedRows } = await tx
    .updateTable('couponUse')
    .set({ isLive: false, givenBackAt: at })
    .where('couponUseId', '=', use.couponUseId)
    .where('isLive', '=', true)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('COUPON_NOT_FOUND');
  await reverseAll(tx, [use.journalId], {
    businessDate: today,
    cause: { type: 'ROLLBACK', no: couponNo },
    idempotencyKey: `coupon/${couponNo}/back/${use.couponUseId}`,
    makerUserNo,
  });
  await giveBack(tx, couponNo, at);
}
