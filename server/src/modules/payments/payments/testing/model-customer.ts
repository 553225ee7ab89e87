import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import { tryGate } from '../../../collections/contacts/index.ts';
import { applyForCoupons, decideCoupons } from '../../../lending/coupons/index.ts';
import { businessDateOf, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { oldest, pay, type World } from './model-world.ts';

/* What concerns the customer of a history beside the money: coupons, and being rung. */

export const anyContact = fc.record({
  kind: fc.constant('contact' as const),
  /** Of the day the history has come to. */
  hour: fc.nat({ max: 23 }),
  channel: fc.constantFrom('CALL' as const, 'SMS' as const, 'ROBOT' as const),
});

/** 18: asks the gate, which keeps what it let through and what it refused. */
export async function contact(
  tx: Tx,
  { loan, people, at }: World,
  { hour, channel }: { readonly hour: number; readonly channel: 'CALL' | 'SMS' | 'ROBOT' },
): Promise<void> {
  const { customerNo, merchantNo, orderNo } = loan;
  const { phone } = await customerOf(tx, customerNo);
  const dialledAt = new Date(startOfBusinessDate(businessDateOf(at)).getTime() + hour * 3_600_000);
  const about = { phone, merchantNo, customerNo, purpose: 'COLLECTION' as const };
  const question = { ...about, channel, at: dialledAt };
  const { answer } = await tryGate(tx, question, { orderNo, userNo: people.maker });
  if (hour < 8 || hour >= 19) expect(answer, `${hour}:00 EAT`).toMatchObject({ isAllowed: false });
}

const customerOf = (tx: Tx, customerNo: string) =>
  tx.selectFrom('customer').select('phone').where('customerNo', '=', customerNo).executeTakeFirstOrThrow();

/** 15: a coupon comes from one person with the yes of another. */
export async function grantCoupon(tx: Tx, world: World): Promise<void> {
  const { loan, people, at } = world;
  const { phone } = await customerOf(tx, loan.customerNo);
  const { couponTemplateNo, maker, checker } = people;
  const grant = { couponTemplateNo, phones: [phone], reason: 'model' };
  const scope = 'all' as const;
  const no = await applyForCoupons(tx, grant, { userNo: maker, scope, at });
  const own = decideCoupons(tx, no, { isApproved: true, userNo: maker, scope, at });
  await expect(own).rejects.toMatchObject({ error: 'MAKER_IS_CHECKER' });
  await decideCoupons(tx, no, { isApproved: true, userNo: checker, scope, at });
}

/** 19: a coupon lowers a bill once; used again before it was given back, it is refused. */
export async function lowerByCoupon(tx: Tx, world: World, cents: number): Promise<void> {
  const coupon = await tx
    .selectFrom('coupon')
    .select('couponNo')
    .where('customerNo', '=', world.loan.customerNo)
    .where('couponStatus', '=', 'AVAILABLE')
    .orderBy('couponNo')
    .limit(1)
    .executeTakeFirst();
  if (!coupon) throw new AppError('COUPON_NOT_FOUND');
  const { billNo } = await oldest(tx, world);
  const how = { repayType: 'PARTIAL', billNo, couponNo: coupon.couponNo } as const;
  await pay(tx, world, cents, how);
  const { last } = world;
  await sql`savepoint coupon`.execute(tx);
  await expect(pay(tx, world, cents, how)).rejects.toBeInstanceOf(AppError);
  await sql`rollback to savepoint coupon`.execute(tx);
  world.last = last;
}
