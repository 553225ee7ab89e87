import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../../../../db/database.ts';
import { AppError } from '../../../../http/app-error.ts';
import { applyForDeduction } from '../../../lending/deductions/index.ts';
import { decideDeduction } from '../../../lending/deductions/index.ts';
import { amounts, totalOf } from '../../../platform/ledger/index.ts';
import { SUBJECTS } from '../../../lending/orders/testing/lend.ts';
import { markSent, resolveAttempt } from '../../../lending/payouts/index.ts';
import { applyForRefund, decideRefund, payRefund, refundPayout, verifyRefund } from '../../refunds/index.ts';
import { applyCredit, applyFlows, lockFlow, receiveFlow, rollBack } from '../index.ts';
import { billsOf, chargeMissedDays, openBillsOf, pay, receive, type World } from './model-world.ts';

/*
 * Steps of a history that hold two ways of doing the same against each other, or do what must never work. The
 * numbers are those of the domain's list of what always holds.
 */

const GENERIC = { repayType: 'GENERIC', billNo: null } as const;

/** What each bill owes, a component each, and how the bills stand. */
async function standing(tx: Tx, world: World) {
  const bills = await billsOf(tx, world);
  return bills.map(({ billNo, billStatus, outstanding, claimCents }) => [billNo, billStatus, outstanding, claimCents]);
}

/** Part of what is owed, at least two cents. @throws AppError NOTHING_CHANGES where too little is owed */
async function partOfDebt(tx: Tx, world: World, permille: number): Promise<number> {
  await chargeMissedDays(tx, world);
  const open = await openBillsOf(tx, world);
  const owed = open.reduce((sum, { outstanding }) => sum + totalOf(outstanding), 0);
  const part = Math.floor((owed * permille) / 1_000);
  if (part < 2) throw new AppError('NOTHING_CHANGES');
  return part;
}

/** 8: payments in any split are one payment on that date. The split stays. */
export async function paySplit(
  tx: Tx,
  world: World,
  how: { readonly permille: number; readonly cut: number },
): Promise<void> {
  const whole = await partOfDebt(tx, world, how.permille);
  await sql`savepoint split`.execute(tx);
  await pay(tx, world, whole, GENERIC);
  const atOnce = await standing(tx, world);
  await sql`rollback to savepoint split`.execute(tx);
  const first = Math.max(1, Math.min(whole - 1, Math.floor((whole * how.cut) / 1_000)));
  await pay(tx, world, first, GENERIC);
  await pay(tx, world, whole - first, GENERIC);
  expect(await standing(tx, world)).toEqual(atOnce);
}

/** 7: a payment and its rollback leave every balance and state as they were. */
export async function payAndUndo(tx: Tx, world: World, cents: number): Promise<void> {
  await chargeMissedDays(tx, world);
  const before = await standing(tx, world);
  await pay(tx, world, cents, GENERIC);
  const { loan, at } = world;
  const idempotencyKey = `${loan.orderNo}/undone/${(world.count += 1)}`;
  await rollBack(tx, { orderNo: loan.orderNo, kind: 'SETTLE_ROLLBACK', idempotencyKey, at });
  expect(await standing(tx, world)).toEqual(before);
}

/** 9: a payment touches no later bill, and no later component, while an earlier one is above 0. */
export async function payInOrder(tx: Tx, world: World, cents: number): Promise<void> {
  await chargeMissedDays(tx, world);
  const before = await openBillsOf(tx, world);
  await pay(tx, world, cents, GENERIC);
  const after = new Map((await billsOf(tx, world)).map((bill) => [bill.billNo, bill.outstanding]));
  let isEarlierOpen = false;
  for (const { billNo, order, outstanding } of before) {
    const left = after.get(billNo) ?? amounts({});
    for (const component of order) {
      if (isEarlierOpen) expect(left[component], `${billNo} ${component}`).toBe(outstanding[component]);
      if (left[component] > 0) isEarlierOpen = true;
    }
  }
}

/** 8: one payment that came as two flows is one payment. The two stay. */
export async function paySeveral(
  tx: Tx,
  world: World,
  how: { readonly cents: number; readonly cut: number },
): Promise<void> {
  const whole = Math.max(2, how.cents);
  const { loan, people, at } = world;
  await sql`savepoint several`.execute(tx);
  await pay(tx, world, whole, GENERIC);
  const atOnce = await standing(tx, world);
  await sql`rollback to savepoint several`.execute(tx);
  const first = Math.max(1, Math.floor((whole * how.cut) / 1_000));
  const { flowNo } = await receive(tx, world, first);
  const { key, flowNo: secondNo } = await receive(tx, world, whole - first);
  await applyFlows(tx, {
    ...GENERIC,
    orderNo: loan.orderNo,
    uses: [
      { flowNo, amountCents: first },
      { flowNo: secondNo, amountCents: whole - first },
    ],
    acknowledged: ['SURPLUS_TO_CREDIT'],
    makerUserNo: people.maker,
    idempotencyKey: key,
    at,
  });
  expect(await standing(tx, world)).toEqual(atOnce);
}

/** What was paid too much is used on what the loan owes by now. @throws AppError CREDIT_SHORT where none is free */
export async function spendCredit(tx: Tx, world: World, amountCents: number): Promise<void> {
  const { loan, people, at } = world;
  const flow = await tx
    .selectFrom('paymentFlow')
    .select('flowNo')
    .where('customerNo', '=', loan.customerNo)
    .where('creditedCents', '>=', amountCents)
    .orderBy('flowNo')
    .limit(1)
    .executeTakeFirst();
  if (!flow) throw new AppError('CREDIT_SHORT');
  await applyCredit(tx, {
    ...GENERIC,
    orderNo: loan.orderNo,
    flowNo: flow.flowNo,
    amountCents,
    acknowledged: ['SURPLUS_TO_CREDIT'],
    makerUserNo: people.maker,
    idempotencyKey: `${loan.orderNo}/credit/${(world.count += 1)}`,
    at,
  });
}

/** 4: a serial number told again is the flow that is there, whatever else is said of it. */
export async function tellAgain(tx: Tx, world: World): Promise<void> {
  const { last, at, loan } = world;
  if (!last) throw new AppError('SERIAL_NOT_FOUND');
  const { paymentCode, amountCents, flowNo, version } = await lockFlow(tx, last.flowNo);
  const again = await receiveFlow(tx, {
    merchantNo: loan.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode,
    account: 'BANK.MPESA_PAYBILL',
    amountCents: amountCents + 100,
    repayTime: at,
    receivedAt: at,
  });
  expect(again).toEqual({ flowNo, isNew: false });
  expect(await lockFlow(tx, flowNo)).toMatchObject({ amountCents, version });
}

/** 14, 15: nobody decides on a waiver of their own, and none reaches principal or excise. */
export async function waiveAlone(tx: Tx, world: World, waived: number): Promise<void> {
  const [bill] = await openBillsOf(tx, world);
  if (!bill) throw new AppError('BILL_NOT_FOUND');
  const { billNo, orderNo, merchantNo } = bill;
  const { maker } = world.people;
  const caps = { roleCapCents: 1_000_000_000, balance: bill };
  const asked = { bill: { billNo, orderNo, merchantNo }, reason: 'model', applicantUserNo: maker, ...caps };
  for (const component of ['PRINCIPAL', 'EXCISE'] as const) {
    const never = applyForDeduction(tx, { ...asked, waived: amounts({ [component]: waived }) });
    await expect(never).rejects.toBeInstanceOf(AppError);
  }
  const deductionNo = await applyForDeduction(tx, { ...asked, waived: amounts({ SERVICE_FEE: waived }) });
  const decision = { isApproved: true, userNo: maker, at: world.at, ...caps };
  await decideDeduction(tx, deductionNo, decision);
  expect.fail('a waiver was decided on by its own maker');
}

/** 10, 20: credit goes back from KES 20 up to what there is, once, however often its end is told. */
export async function refund(
  tx: Tx,
  world: World,
  request: { readonly shillings: number; readonly isPaid: boolean },
): Promise<void> {
  const { loan, people, at } = world;
  const flow = await tx
    .selectFrom('paymentFlow')
    .selectAll()
    .where('flowNo', 'in', (eb) =>
      eb.selectFrom('paymentApplication').select('flowNo').where('orderNo', '=', loan.orderNo),
    )
    .where('creditedCents', '>', 0)
    .orderBy('flowNo')
    .limit(1)
    .executeTakeFirst();
  if (!flow) throw new AppError('REFUND_ABOVE_CREDIT');
  const amountCents = request.shillings * 100;
  const payee = { refundChannel: 'MPESA', payeePhone: '254712345678', payeeName: 'Wanjiku Test' } as const;
  const refundNo = await applyForRefund(tx, { flowNo: flow.flowNo, amountCents, payee, applicantUserNo: people.maker });
  expect(amountCents).toBeGreaterThanOrEqual(2_000);
  expect(amountCents).toBeLessThanOrEqual(flow.creditedCents);
  const own = decideRefund(tx, refundNo, { isApproved: true, userNo: people.maker });
  await expect(own).rejects.toMatchObject({ name: 'AppError' });
  await decideRefund(tx, refundNo, { isApproved: true, userNo: people.checker });
  await verifyRefund(tx, refundNo, { isPassed: true });
  await agreed(tx, refundNo);
  const attemptNo = await payRefund(tx, refundNo, people.checker);
  const subjects = { ...SUBJECTS, REFUND: refundPayout };
  await markSent(tx, subjects, attemptNo, at);
  const paid = { isPaid: true, channelReference: `R${attemptNo}` } as const;
  const failed = { isPaid: false, failCode: '2001', failReason: 'wrong number' } as const;
  const [end, other] = request.isPaid ? [paid, failed] : [failed, paid];
  expect(await resolveAttempt(tx, subjects, attemptNo, end, at)).toBe('resolved');
  expect(await resolveAttempt(tx, subjects, attemptNo, end, at)).toBe('repeated');
  expect(await resolveAttempt(tx, subjects, attemptNo, other, at)).toBe('contradicted');
}

/** The histories' flows name no payer: a third person’s yes is written, as two people cannot give it. */
async function agreed(tx: Tx, refundNo: string): Promise<void> {
  await tx.updateTable('refund').set({ isOriginalPayer: true }).where('refundNo', '=', refundNo).execute();
}
