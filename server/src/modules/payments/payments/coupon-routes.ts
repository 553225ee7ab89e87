import { coupon, serviceCoupon } from '@kituo/sdk/contracts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type DataScope, implement } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { advance } from '../../../state-machine/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { couponMachine, couponOn, lockCoupon } from '../../lending/coupons/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { couponOnNextBill } from './coupon-on-bill.ts';
import { attachCoupon, detachCoupon } from './hold-coupon.ts';
import { lockLoan } from './loan-lock.ts';
import { reachBill, reachOrder } from './reach.ts';
import { takeCouponBack, lowerByCoupon } from './use-coupon.ts';

/** The order a coupon is in use on. @throws AppError COUPON_NOT_FOUND, ILLEGAL_TRANSITION where it is in no use */
async function reachUse(tx: Tx, scope: DataScope, couponNo: string) {
  // Not locked: the loan comes first, as everywhere.
  const known = await tx
    .selectFrom('coupon as c')
    .leftJoin('couponUse as u', (join) => join.onRef('u.couponNo', '=', 'c.couponNo').on('u.isLive', '=', true))
    .select(['c.merchantNo', 'c.couponStatus', 'u.orderNo'])
    .where('c.couponNo', '=', couponNo)
    .executeTakeFirst();
  if (!known || !seesMerchant(scope, known.merchantNo)) throw new AppError('COUPON_NOT_FOUND');
  if (known.orderNo === null) advance(couponMachine, known.couponStatus, 'rollBack');
  return await reachOrder(tx, scope, known.orderNo ?? '', 'COUPON_NOT_FOUND');
}

/** Coupons where they meet a bill. */
export const couponRoutes = [
  implement(serviceCoupon.onBill, couponOnNextBill),
  implement(coupon.couponUsable, async ({ billNo }, { db, caller }) => {
    const { orderNo } = await reachBill(db, caller.scope, billNo);
    const now = new Date();
    // Locked for the moment: what a bill owes today needs its charges in first. Nothing is kept.
    return await db.transaction().execute(async (tx) => {
      const { order, open } = await lockLoan(tx, orderNo, businessDateOf(now));
      const bill = open.find((one) => one.billNo === billNo);
      if (!bill) return [];
      const { customerNo, merchantNo, productNo, loanType } = order;
      const { outstanding } = bill;
      const subject = { orderNo, customerNo, merchantNo, productNo, loanType, outstanding, order: bill.order };
      const held = await tx
        .selectFrom('coupon as c')
        .innerJoin('couponTemplate as t', 't.couponTemplateNo', 'c.couponTemplateNo')
        .select(['c.couponNo', 't.couponContent'])
        .where('c.customerNo', '=', customerNo)
        .where((eb) => eb.or([eb('c.couponStatus', '=', 'AVAILABLE'), eb('c.heldOrderNo', '=', orderNo)]))
        .orderBy('c.expiresAt')
        .limit(100)
        .execute();
      const usable = [];
      for (const { couponNo, couponContent } of held) {
        const one = await lockCoupon(tx, couponNo);
        const used = couponOn(one, subject, now);
        if (!used) continue;
        const { couponType, amountCents, expiresAt } = one;
        usable.push({
          couponNo,
          couponContent,
          couponType,
          amountCents,
          usedCents: totalOf(used),
          expiresAt: expiresAt.toISOString(),
        });
      }
      return usable;
    });
  }),
  implement(coupon.couponUse, async ({ billNo, couponNo }, call) => {
    const { tx, caller } = call;
    const { orderNo, merchantNo } = await reachBill(tx, caller.scope, billNo);
    // Not locked: the loan comes first, as everywhere.
    const held = await tx
      .selectFrom('coupon')
      .select('couponStatus')
      .where('couponNo', '=', couponNo)
      .executeTakeFirst();
    const usedCents = await lowerByCoupon(tx, {
      orderNo,
      billNo,
      couponNo,
      makerUserNo: caller.userNo,
      idempotencyKey: call.requestId,
    });
    await writeAudit(tx, call, {
      action: 'coupon.use',
      subjectType: 'coupon',
      subjectNo: couponNo,
      merchantNo,
      before: { couponStatus: held?.couponStatus },
      after: { couponStatus: 'USED', billNo, usedCents },
    });
    return { couponNo, usedCents };
  }),
  implement(coupon.couponAttach, attachCoupon),
  implement(coupon.couponDetach, detachCoupon),
  implement(coupon.couponTakeBack, async ({ couponNo, reason }, call) => {
    const { tx, caller } = call;
    const { merchantNo } = await reachUse(tx, caller.scope, couponNo);
    const request = { couponNo, makerUserNo: caller.userNo, idempotencyKey: call.requestId };
    await takeCouponBack(tx, request);
    const { couponStatus } = await lockCoupon(tx, couponNo);
    await writeAudit(tx, call, {
      action: 'coupon.takeBack',
      subjectType: 'coupon',
      subjectNo: couponNo,
      merchantNo,
      before: { couponStatus: 'USED' },
      after: { couponStatus },
      reason,
    });
    return { couponNo, couponStatus };
  }),
];
