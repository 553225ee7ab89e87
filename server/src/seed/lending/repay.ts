import type { Tx } from '../../db/database.ts';
import { ordersBills } from '../../modules/lending/bills/index.ts';
import { catchUpBill } from '../../modules/lending/end-of-day/index.ts';
import { lockBills, totalOf } from '../../modules/platform/ledger/index.ts';
import { rollBack } from '../../modules/payments/payments/index.ts';
import { addDays, type BusinessDate, businessDateOf } from '../../modules/platform/policy/index.ts';
import { afterwards, writeOffOld } from './afterwards.ts';
import { pay, payGeneric, type Repaying } from './pay.ts';
import { waiveAndSettle } from './waive.ts';

/** From the day the money arrived to today, as the customer's habit has it. */
export async function repay(tx: Tx, repaying: Repaying): Promise<void> {
  const { order, orderNo, now } = repaying;
  const { story } = order;
  const today = businessDateOf(now);
  const bills = await ordersBills(tx, orderNo);
  for (const bill of bills) {
    if (story.habit === 'NEVER') break;
    const payOn = addDays(bill.dueDate, story.paysAfterDays);
    const lentOn = bills[0]?.interestFrom ?? payOn;
    const date = payOn < lentOn ? lentOn : payOn;
    if (date > today || (date === today && story.paysAfterDays > 0)) break;
    if (!(await payBill(tx, repaying, bill.billNo, date))) break;
  }
  if (story.isRolledBack && repaying.payments > 0) await undoNewest(tx, repaying);
  if (story.habit === 'NEVER') await writeOffOld(tx, repaying);
  for (const bill of await ordersBills(tx, orderNo)) {
    if (bill.billStatus === 'ACTIVE') await catchUpBill(tx, bill.billNo, addDays(today, -1));
  }
  await afterwards(tx, repaying);
}

/** @returns whether the customer goes on to the next bill. */
async function payBill(tx: Tx, repaying: Repaying, billNo: string, date: BusinessDate): Promise<boolean> {
  const { order, dice } = repaying;
  const { habit } = order.story;
  await catchUpBill(tx, billNo, addDays(date, -1));
  const [balance] = await lockBills(tx, [billNo]);
  const owedCents = balance ? totalOf(balance.outstanding) : 0;
  if (!balance || owedCents === 0) return true;
  repaying.payments += 1;
  if (habit === 'PARTS') {
    await payGeneric(tx, repaying, Math.max(100, Math.floor(owedCents / 300) * 100), date);
    return dice.chance(0.75) && (await payTheRest(tx, repaying, billNo, date));
  }
  if (habit === 'EXTENDS') {
    await extend(tx, repaying, billNo, date);
    if (dice.chance(0.8)) await payExtended(tx, repaying, billNo);
    return false;
  }
  if (habit === 'WAIVED' && (await waiveAndSettle(tx, repaying, { billNo, balance, date }))) {
    return true;
  }
  // People pay whole shillings; the rest of the last one is theirs to keep as credit.
  const surplusCents = habit === 'OVERPAYS' ? dice.between(1, 8) * 5_000 : 0;
  await payGeneric(tx, repaying, Math.ceil(owedCents / 100) * 100 + surplusCents, date);
  return true;
}

/** A few weeks after the first part; what has not happened yet is still owed. */
async function payTheRest(tx: Tx, repaying: Repaying, billNo: string, firstOn: BusinessDate): Promise<boolean> {
  const date = addDays(firstOn, repaying.dice.between(3, 25));
  if (date > businessDateOf(repaying.now)) return false;
  await catchUpBill(tx, billNo, addDays(date, -1));
  const [balance] = await lockBills(tx, [billNo]);
  const owedCents = balance ? totalOf(balance.outstanding) : 0;
  if (owedCents === 0) return true;
  repaying.payments += 1;
  await payGeneric(tx, repaying, Math.ceil(owedCents / 100) * 100, date);
  return true;
}

/** Pays the extension fee and all that is due but the principal. */
async function extend(tx: Tx, repaying: Repaying, billNo: string, date: BusinessDate): Promise<void> {
  const { terms } = repaying.order.product;
  const [balance] = await lockBills(tx, [billNo]);
  if (!balance) return;
  const { PRINCIPAL, ...rest } = balance.outstanding;
  const dueCents = Object.values(rest).reduce((sum, cents) => sum + cents, 0);
  const feeCents = Math.floor((PRINCIPAL * terms.extensionRateBps * terms.extensionDays) / 10_000);
  const amountCents = Math.ceil((dueCents + feeCents) / 100) * 100;
  await pay(tx, repaying, date, { repayType: 'EXTENSION', billNo, amountCents });
}

/** Most who bought time pay within days of the new due date. */
async function payExtended(tx: Tx, repaying: Repaying, billNo: string): Promise<void> {
  const bills = await ordersBills(tx, repaying.orderNo);
  const next = bills.find(({ predecessorBillNo }) => predecessorBillNo === billNo);
  if (next) await payTheRest(tx, repaying, next.billNo, next.dueDate);
}

async function undoNewest(tx: Tx, { orderNo, people, now }: Repaying): Promise<void> {
  await rollBack(tx, {
    orderNo,
    kind: 'SETTLE_ROLLBACK',
    makerUserNo: people.reviewers[0] ?? people.checker,
    checkerUserNo: people.checker,
    idempotencyKey: `seed/${orderNo}/back`,
    at: now,
  });
}
