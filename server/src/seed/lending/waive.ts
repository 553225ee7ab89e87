import type { Tx } from '../../db/database.ts';
import { applyForDeduction, decideDeduction } from '../../modules/lending/deductions/index.ts';
import { amounts, type BillBalance, totalOf } from '../../modules/platform/ledger/index.ts';
import type { BusinessDate } from '../../modules/platform/policy/index.ts';
import { noonOf, pay, type Repaying } from './pay.ts';

interface WaivedBill {
  readonly billNo: string;
  readonly balance: BillBalance;
  readonly date: BusinessDate;
}

const CAP = 1_000_000;
const REASON = 'Lost the stall in a fire; pays the rest at once';

/**
 * Half of the late fees is waived so that the rest comes in today.
 * @returns false where there is nothing to waive.
 */
export async function waiveAndSettle(tx: Tx, repaying: Repaying, bill: WaivedBill): Promise<boolean> {
  const owedCents = totalOf(bill.balance.outstanding);
  const lateCents = Math.min(bill.balance.outstanding.LATE_FEE, CAP);
  // What is left has to be whole shillings, for people pay no cents.
  const waivedCents = Math.floor(lateCents / 2) + ((owedCents - Math.floor(lateCents / 2)) % 100);
  if (waivedCents === 0 || waivedCents > lateCents) return false;
  const deductionNo = await requestWaiver(tx, repaying, bill, waivedCents);
  await decideWaiver(tx, repaying, bill, { deductionNo, isApproved: true });
  const { billNo, date } = bill;
  const amountCents = owedCents - waivedCents;
  await pay(tx, repaying, date, { repayType: 'SETTLE', billNo, amountCents, deductionNo });
  return true;
}

export async function requestWaiver(
  tx: Tx,
  { order, orderNo, people, now }: Repaying,
  { billNo, balance, date }: WaivedBill,
  waivedCents: number,
): Promise<string> {
  const { merchantNo } = order;
  const deductionNo = await applyForDeduction(tx, {
    bill: { billNo, orderNo, merchantNo },
    balance,
    waived: amounts({ LATE_FEE: waivedCents }),
    reason: 'DISASTER',
    remark: REASON,
    applicantUserNo: people.reviewers[0] ?? people.checker,
    roleCapCents: CAP,
  });
  const createdAt = noonOf(date, now);
  await tx.updateTable('deduction').set({ createdAt }).where('deductionNo', '=', deductionNo).execute();
  return deductionNo;
}

export async function decideWaiver(
  tx: Tx,
  { people, now }: Repaying,
  { balance, date }: WaivedBill,
  { deductionNo, isApproved }: { readonly deductionNo: string; readonly isApproved: boolean },
): Promise<void> {
  await decideDeduction(tx, deductionNo, {
    isApproved,
    userNo: people.checker,
    roleCapCents: CAP,
    balance,
    at: noonOf(date, now),
    ...(!isApproved && { reason: 'Customer received salary yesterday' }),
  });
}
