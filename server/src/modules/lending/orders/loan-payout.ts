import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { billMachine, createBills, ordersBills, setBillStatus } from '../bills/index.ts';
import {
  type BankAccount,
  billPostings,
  DEFAULT_ALLOCATION_ORDER,
  isAllocationOrder,
  partsOf,
  payoutPostings,
  type PostingLine,
  postJournals,
} from '../../platform/ledger/index.ts';
import { type DueRule, dueRuleAt } from '../maturity/index.ts';
import type { PayoutAttempt, PayoutSubject } from '../payouts/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { lockOrder, moveOrder } from './orders.ts';
import type { LoanOrder, OrderMove } from './loan-order.ts';
import { resolvePayoutWarning, warnOfFailedPayout } from './payout-warning.ts';
import { type PlannedBill, planRepayment, type RepaymentPlan } from './schedule.ts';

/** A loan's payout: sending makes its bills, success opens them for the customer, failure voids them. */
export const loanPayout: PayoutSubject = { sent, succeeded, failed };

async function sent(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<readonly PostingLine[]> {
  const order = await lockOrder(tx, attempt.subjectNo);
  const today = businessDateOf(at);
  const plan = planOf(order, today);
  const rule = await dueRuleAt(tx, order, at);
  await keepDueRule(tx, order.orderNo, rule);
  const { allocationOrder } = order.terms;
  const asked: readonly string[] = allocationOrder ?? [];
  const chosen = isAllocationOrder(asked) ? asked : DEFAULT_ALLOCATION_ORDER;
  const billNos = await createBills(
    tx,
    plan.bills.map((bill) => ({
      orderNo: order.orderNo,
      merchantNo: order.merchantNo,
      customerNo: order.customerNo,
      termNo: bill.termNo,
      ...timesOf(bill, rule),
      principalCents: bill.amounts.PRINCIPAL,
      interestBaseCents: bill.interestBaseCents,
      allocationOrder: [...chosen],
      accruedThrough: today,
    })),
  );
  return billPostings.disbursementSent({
    customerNo: order.customerNo,
    principals: plan.bills.map((bill, index) => ({
      billNo: needed(billNos[index], `bill ${index + 1} of ${order.orderNo}`),
      amountCents: bill.amounts.PRINCIPAL,
    })),
    upfront: plan.upfront,
  });
}

async function succeeded(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<readonly PostingLine[]> {
  const move = { command: 'payoutSucceed', change: { lendingTime: at }, at } as const;
  await resolvePayoutWarning(tx, attempt.subjectNo, at);
  return await arriveLoan(tx, attempt, move, at);
}

/** The money is with the customer: moves the order, opens its bills on that day; answers the lines. */
export async function arriveLoan(
  tx: Tx,
  attempt: PayoutAttempt,
  move: OrderMove,
  at: Date,
): Promise<readonly PostingLine[]> {
  const order = await lockOrder(tx, attempt.subjectNo);
  await moveOrder(tx, order, move);
  const bills = (await ordersBills(tx, order.orderNo)).filter((b) => b.billStatus === 'ACTIVE');
  const today = businessDateOf(at);
  // What each bill repays was posted when it was sent; another day moves dates and interest alone.
  const kept = bills.map(({ principalCents }) => principalCents);
  const isWhole = bills.length === order.terms.installments;
  const plan = planRepayment(approvedOf(order), order.terms, today, isWhole ? kept : undefined);
  await startFrom(tx, order.orderNo, { bills, plan, today, rule: await dueRuleAt(tx, order, at) });
  await postJournals(
    tx,
    bills.flatMap((bill) => {
      const fees = { ...plan.bills[bill.termNo - 1]?.amounts, PRINCIPAL: 0, INTEREST: 0 };
      const accrued = { ...NO_FEES, ...fees };
      if (partsOf(accrued).length === 0) return [];
      return {
        kind: 'FEES',
        businessDate: businessDateOf(at),
        merchantNo: order.merchantNo,
        cause: { type: 'ORDER', no: order.orderNo },
        idempotencyKey: `fees/${bill.billNo}`,
        rule: {
          version: `${order.productNo}@${order.productVersionNo}`,
          formula: {
            principalCents: order.approvedCents,
            installments: order.terms.installments,
            serviceFeeBps: order.terms.serviceFeeBps,
            managementFeeBps: order.terms.managementFeeBps,
            ...(order.terms.serviceFeeCents !== undefined && { serviceFeeCents: order.terms.serviceFeeCents }),
            ...(order.terms.managementFeeCents !== undefined && { managementFeeCents: order.terms.managementFeeCents }),
            exciseBps: order.terms.exciseBps,
          },
        },
        lines: billPostings.accrual({ billNo: bill.billNo, accrued }),
      };
    }),
  );
  // The account stands on the attempt as this module wrote it.
  const bank = attempt.accountCode as BankAccount;
  return payoutPostings.payoutSucceeded({ bank, amountCents: attempt.amountCents });
}

async function failed(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<void> {
  const order = await lockOrder(tx, attempt.subjectNo);
  await moveOrder(tx, order, { command: 'payoutFail', at });
  const { amountCents } = attempt;
  await warnOfFailedPayout(tx, { ...order, amountCents, at }, await reasonOf(tx, attempt));
  for (const bill of await ordersBills(tx, order.orderNo)) {
    if (bill.billStatus !== 'ACTIVE') continue;
    await setBillStatus(tx, bill, advance(billMachine, bill.billStatus, 'void'));
  }
}

const NO_FEES = {
  LATE_FEE: 0,
  LIQUIDATED_DAMAGES: 0,
  EXTENSION_SERVICE_FEE: 0,
  MANAGEMENT_FEE: 0,
  SERVICE_FEE: 0,
  EXCISE: 0,
  INTEREST: 0,
  PRINCIPAL: 0,
};

const approvedOf = ({ orderNo, approvedCents }: LoanOrder): number =>
  needed(approvedCents, `the approved amount of ${orderNo}`);

/** What the rule of the day says beyond due dates stays with the loan: later versions of the rule change nothing of it. */
async function keepDueRule(tx: Tx, orderNo: string, rule: DueRule | null): Promise<void> {
  if (rule === null) return;
  const { dueCutoff, graceDays: dueGraceDays, reminderDays } = rule;
  await tx
    .updateTable('loanOrder')
    .set({ dueCutoff: dueCutoff === '23:59' ? null : dueCutoff, dueGraceDays, reminderDays: [...reminderDays] })
    .where('orderNo', '=', orderNo)
    .execute();
}

/** When a bill is due and bears interest, and the sum that its days share where it has one. */
function timesOf(planned: PlannedBill, rule: DueRule | null) {
  const { interestFrom, dueDate, isSpread, amounts } = planned;
  return { ...moved(dueDate, rule), interestFrom, interestTotalCents: isSpread ? amounts.INTEREST : null };
}

/** The due date by the rule of the moment. Interest ends with the plain date, or with the due date where that is earlier. */
function moved(
  plain: string,
  rule: DueRule | null,
): { readonly dueDate: string; readonly interestThrough: string | null } {
  const dueDate = rule === null ? plain : rule.move(plain);
  return { dueDate, interestThrough: dueDate === plain ? null : plain };
}

function planOf(order: LoanOrder, today: string): RepaymentPlan {
  return planRepayment(approvedOf(order), order.terms, today);
}

/** The days begin with the day on which the money arrived, not with the day on which it was sent. */
async function startFrom(
  tx: Tx,
  orderNo: string,
  start: {
    readonly bills: readonly { billNo: string; termNo: number; accruedThrough: string }[];
    readonly plan: RepaymentPlan;
    readonly today: string;
    readonly rule: DueRule | null;
  },
): Promise<void> {
  const { bills, plan, today, rule } = start;
  if ((bills[0]?.accruedThrough ?? today) === today) return;
  await keepDueRule(tx, orderNo, rule);
  for (const bill of bills) {
    const planned = needed(plan.bills[bill.termNo - 1], `the plan of ${bill.billNo}`);
    await tx
      .updateTable('bill')
      // From the plain date anew: a holiday of the first day may be none of the second.
      .set({ ...timesOf(planned, rule), accruedThrough: today })
      .where('billNo', '=', bill.billNo)
      .execute();
  }
}

/** What the channel said of it; the attempt at hand is as it was before its end. */
async function reasonOf(tx: Tx, { attemptNo }: PayoutAttempt): Promise<string> {
  const { failReason } = await tx
    .selectFrom('payoutAttempt')
    .select('failReason')
    .where('attemptNo', '=', attemptNo)
    .executeTakeFirstOrThrow();
  return (failReason ?? 'no reason given').slice(0, 200);
}
