import type { ParsedRequestOf, ReplyOf, serviceCoupon } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { couponOn, useRule } from '../../lending/coupons/index.ts';
import { totalOf } from '../../platform/ledger/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { lockLoan } from './loan-lock.ts';

type Form = ParsedRequestOf<typeof serviceCoupon.onBill>;

/** What a setting’s coupons give. @throws AppError COUPON_CONFIG_NOT_FOUND */
async function offerOf(db: Queryable, configNo: string, { caller }: Pick<Call, 'caller'>) {
  const found = await db
    .selectFrom('serviceCouponConfig as s')
    .innerJoin('couponTemplate as t', 't.couponTemplateNo', 's.couponTemplateNo')
    .select(['s.merchantNo', 't.couponType', 't.amountCents', 't.discountBps', 't.useRule'])
    .where('s.configNo', '=', configNo)
    .executeTakeFirst();
  if (!found || !seesMerchant(caller.scope, found.merchantNo)) throw new AppError('COUPON_CONFIG_NOT_FOUND');
  return found;
}

/** Whom the coupon is for, among the merchant's customers; null where nobody is. */
async function customerOf(db: Queryable, merchantNo: string, form: Form): Promise<string | null> {
  const { customerNo, feedbackNo, recordNo } = form;
  let query = db.selectFrom('customer as c').select('c.customerNo').where('c.merchantNo', '=', merchantNo);
  if (customerNo !== undefined) query = query.where('c.customerNo', '=', customerNo);
  if (feedbackNo !== undefined) {
    query = query.where('c.customerNo', '=', (eb) =>
      eb.selectFrom('feedback as f').select('f.customerNo').where('f.feedbackNo', '=', feedbackNo),
    );
  }
  if (recordNo !== undefined) {
    query = query.where('c.customerNo', '=', (eb) =>
      eb.selectFrom('inCallRecord as r').select('r.customerNo').where('r.recordNo', '=', recordNo),
    );
  }
  return (await query.executeTakeFirst())?.customerNo ?? null;
}

/**
 * What a coupon would take off the bill that a customer has to pay next, as if they had it now; null without an open
 * bill. @throws AppError COUPON_CONFIG_NOT_FOUND
 */
export async function couponOnNextBill(form: Form, call: Call): Promise<ReplyOf<typeof serviceCoupon.onBill>> {
  const { db } = call;
  const { merchantNo, couponType, amountCents, discountBps, useRule: rule } = await offerOf(db, form.configNo, call);
  const customerNo = await customerOf(db, merchantNo, form);
  const next =
    customerNo === null
      ? undefined
      : await db
          .selectFrom('bill as b')
          .innerJoin('loanOrder as o', 'o.orderNo', 'b.orderNo')
          .select(['b.billNo', 'b.orderNo', 'b.dueDate'])
          .where('o.customerNo', '=', customerNo)
          .where('o.merchantNo', '=', merchantNo)
          .where('b.billStatus', '=', 'ACTIVE')
          .orderBy('b.dueDate')
          .orderBy('b.billNo')
          .executeTakeFirst();
  if (customerNo === null || !next) return { bill: null };
  const { billNo, orderNo, dueDate } = next;
  const now = new Date();
  // Locked for the moment: what a bill owes today needs its charges in first. Nothing is kept.
  return await db.transaction().execute(async (tx) => {
    const { order, open } = await lockLoan(tx, orderNo, businessDateOf(now));
    const bill = open.find((one) => one.billNo === billNo);
    if (!bill) return { bill: null };
    const { productNo, loanType } = order;
    const { outstanding } = bill;
    const asHeld = { couponStatus: 'AVAILABLE', heldOrderNo: null, expiresAt: new Date(now.getTime() + 1) } as const;
    const coupon = {
      ...asHeld,
      couponType,
      amountCents,
      discountBps,
      customerNo,
      merchantNo,
      useRule: useRule.parse(rule),
    };
    const subject = { orderNo, customerNo, merchantNo, productNo, loanType, outstanding, order: bill.order };
    const used = couponOn(coupon, subject, now);
    return {
      bill: {
        billNo,
        dueDate,
        outstandingCents: totalOf(outstanding),
        lowersCents: used === null ? 0 : totalOf(used),
      },
    };
  });
}
