import type { Tx } from '../../db/database.ts';
import { ordersBills } from '../../modules/lending/bills/index.ts';
import { applyForChargeOff, decideChargeOff } from '../../modules/payments/charge-offs/index.ts';
import { lockBills, totalOf } from '../../modules/platform/ledger/index.ts';
import { flowMachine, lockLoan, receiveFlow } from '../../modules/payments/payments/index.ts';
import { addDays, businessDateOf, daysPastDue } from '../../modules/platform/policy/index.ts';
import { advance } from '../../state-machine/index.ts';
import { giveBack } from './give-back.ts';
import { noonOf, payGeneric, type Repaying } from './pay.ts';
import { serialOf } from './serials.ts';
import { requestWaiver, decideWaiver } from './waive.ts';

/** Recognised as a loss from this day past due on. */
const LOSS_FROM_DPD = 120;
const MISTYPED_SERIAL = 36;

/** What becomes of a loan after its customer did what they did: waivers requested, refunds, strays. */
export async function afterwards(tx: Tx, repaying: Repaying): Promise<void> {
  const { order, dice } = repaying;
  if (order.story.habit === 'OVERPAYS') await giveBack(tx, repaying);
  if (order.story.habit === 'NEVER' && dice.chance(0.3)) await negotiate(tx, repaying);
  if (dice.chance(0.012)) await payUnderNoNumber(tx, repaying);
}

/** Most of what nobody pays for months is recognised as a loss. */
export async function writeOffOld(tx: Tx, repaying: Repaying): Promise<void> {
  const { orderNo, dice, now } = repaying;
  const [bill] = await ordersBills(tx, orderNo);
  if (!bill || daysPastDue(bill.dueDate, businessDateOf(now)) < LOSS_FROM_DPD) return;
  if (dice.chance(0.7)) await recogniseLoss(tx, repaying);
}

async function negotiate(tx: Tx, repaying: Repaying): Promise<void> {
  const { orderNo, dice, now } = repaying;
  const [bill] = await ordersBills(tx, orderNo);
  if (bill?.billStatus !== 'ACTIVE') return;
  const [balance] = await lockBills(tx, [bill.billNo]);
  if (!balance || balance.outstanding.LATE_FEE < 200) return;
  const waived = { billNo: bill.billNo, balance, date: businessDateOf(now) };
  const waivedCents = Math.floor(balance.outstanding.LATE_FEE / 2);
  const deductionNo = await requestWaiver(tx, repaying, waived, waivedCents);
  const fate = dice.pick(['PENDING', 'APPROVED', 'REJECTED'] as const);
  if (fate === 'PENDING') return;
  await decideWaiver(tx, repaying, waived, { deductionNo, isApproved: fate === 'APPROVED' });
}

/** Applied for by one, decided by another; some of what is lost comes back after all. */
async function recogniseLoss(tx: Tx, repaying: Repaying): Promise<void> {
  const { orderNo, dice, now, people } = repaying;
  const today = businessDateOf(now);
  const daysAgo = dice.between(3, 20);
  const date = addDays(today, -daysAgo);
  const at = noonOf(date, now);
  const loan = await lockLoan(tx, orderNo, date);
  const chargeOffNo = await applyForChargeOff(tx, loan, {
    billNos: loan.open.map(({ billNo }) => billNo),
    reason: 'Cannot be found; the guarantor has died',
    applicantUserNo: people.reviewers[0] ?? people.checker,
  });
  const createdAt = noonOf(addDays(date, -1), now);
  await tx.updateTable('chargeOff').set({ createdAt }).where('chargeOffNo', '=', chargeOffNo).execute();
  const fate = dice.weighted({ PENDING: 1, REJECTED: 1, APPROVED: 6 });
  if (fate === 'PENDING') return;
  const isApproved = fate === 'APPROVED';
  await decideChargeOff(tx, chargeOffNo, loan, { isApproved, userNo: people.checker, at });
  if (!isApproved || !dice.chance(0.4)) return;
  const lostCents = loan.open.reduce((sum, bill) => sum + totalOf(bill.outstanding), 0);
  const share = dice.chance(0.3) ? 1 : 0.25;
  repaying.payments += 1;
  const amountCents = Math.ceil((lostCents * share) / 100) * 100;
  await payGeneric(tx, repaying, amountCents, addDays(today, -dice.between(0, daysAgo - 1)));
}

/** Somebody types an account that is nobody's. */
async function payUnderNoNumber(tx: Tx, repaying: Repaying): Promise<void> {
  const { order, dice, now } = repaying;
  const at = noonOf(addDays(businessDateOf(now), -dice.between(0, 12)), now);
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: order.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: serialOf(order.number, MISTYPED_SERIAL),
    account: 'BANK.MPESA_PAYBILL',
    amountCents: dice.between(5, 60) * 10_000,
    repayTime: at,
    receivedAt: at,
    payerPhone: order.customer.phone,
    payerName: order.customer.name,
    accountReference: dice.pick(['LOAN', 'R0000', 'MKOPO', '0', 'KITUO']),
  });
  await tx
    .updateTable('paymentFlow')
    .set({ flowStatus: advance(flowMachine, 'RECEIVED', 'matchFail') })
    .where('flowNo', '=', flowNo)
    .execute();
}
