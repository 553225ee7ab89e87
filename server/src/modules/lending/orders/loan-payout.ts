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
import { dueDatesAt } from '../maturity/index.ts';
import type { PayoutAttempt, PayoutSubject } from '../payouts/index.ts';
import { addDays, businessDateOf, daysBetween } from '../../platform/policy/index.ts';
import { advance } from '../../../state-machine/index.ts';
import { lockOrder, moveOrder } from './orders.ts';
import type { LoanOrder, OrderMove } from './loan-order.ts';
import { resolvePayoutWarning, warnOfFailedPayout } from './payout-warning.ts';
import { planRepayment, type RepaymentPlan } from './schedule.ts';

/** A loan's payout: sending makes its bills, success opens them for the customer, failure voids them. */
export const loanPayout: PayoutSubject = { sent, succeeded, failed };

async function sent(tx: Tx, attempt: PayoutAttempt, at: Date): Promise<readonly PostingLine[]> {
  const order = await lockOrder(tx, attempt.subjectNo);
  const today = businessDateOf(at);
  const plan = planOf(order, today);
  const moveDue = await dueDatesAt(tx, order, at);
  const { allocationOrder } = order.terms;
  const asked: readonly string[] = allocationOrder ?? [];
  const chosen = isAllocationOrder(asked) ? asked : DEFAULT_ALLOCATION_ORDER;
  const principalCents = approvedOf(order);
  let stillOut = principalCents;
  const billNos = await createBills(
    tx,
    plan.bills.map((bill, index) => {
      const interestBaseCents = order.terms.dailyInterestBps === 0 ? 0 : stillOut;
      stillOut -= bill.amounts.PRINCIPAL;
      return {
        orderNo: order.orderNo,
        merchantNo: order.merchantNo,
        customerNo: order.customerNo,
        termNo: bill.termNo,
        ...moved(bill.dueDate, moveDue),
        interestFrom: plan.bills[index - 1]?.dueDate ?? today,
        principalCents: bill.amounts.PRINCIPAL,
        interestBaseCents,
        allocationOrder: [...chosen],
        accruedThrough: today,
      };
    }),
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
  await startFrom(tx, bills, businessDateOf(at), await dueDatesAt(tx, order, at));
  const plan = planOf(order, businessDateOf(at));
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

type MoveDue = Awaited<ReturnType<typeof dueDatesAt>>;

/** The due date by the rule of the moment. Interest ends with the plain date, or with the due date where that is earlier. */
function moved(plain: string, moveDue: MoveDue): { readonly dueDate: string; readonly interestThrough: string | null } {
  const dueDate = moveDue === null ? plain : moveDue(plain);
  return { dueDate, interestThrough: dueDate === plain ? null : plain };
}

function planOf(order: LoanOrder, today: string): RepaymentPlan {
  return planRepayment(approvedOf(order), order.terms, today);
}

/** The days begin with the day on which the money arrived, not with the day on which it was sent. */
async function startFrom(
  tx: Tx,
  bills: readonly {
    billNo: string;
    dueDate: string;
    interestFrom: string;
    interestThrough: string | null;
    accruedThrough: string;
  }[],
  today: string,
  moveDue: MoveDue,
): Promise<void> {
  const sentOn = bills[0]?.accruedThrough ?? today;
  const late = daysBetween(sentOn, today);
  if (late === 0) return;
  for (const bill of bills) {
    await tx
      .updateTable('bill')
      .set({
        // From the plain date anew: a holiday of the first day may be none of the second.
        ...moved(addDays(bill.interestThrough ?? bill.dueDate, late), moveDue),
        interestFrom: addDays(bill.interestFrom, late),
        accruedThrough: today,
      })
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
