import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { type Bill, type createBills, inDuplumOf, quoteRollover } from '../bills/index.ts';
import { type Deduction, lockDeduction } from '../deductions/index.ts';
import {
  type Amounts,
  amounts,
  billPostings,
  flowPostings,
  type NewJournal,
  NO_AMOUNTS,
  partsOf,
  type PostingLine,
  totalOf,
} from '../ledger/index.ts';
import { type BusinessDate, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import {
  decideExtension,
  decidePartial,
  decideSettle,
  type Decision,
  type DecisionOrRefusal,
} from './decide-application.ts';
import { refusalOfFlowUse } from './flow-checks.ts';
import { type LockedLoan, lockLoan } from './loan-lock.ts';
import { lockFlow, type PaymentFlow } from './receive-flow.ts';
import { decideGenericWithClaims, type Recovery } from './recoveries.ts';

/** One use of a flow on a loan. */
export interface ApplicationRequest {
  readonly orderNo: string;
  /** The bill; null for GENERIC, which goes over all of them. */
  readonly billNo: string | null;
  readonly repayType: 'SETTLE' | 'PARTIAL' | 'EXTENSION' | 'GENERIC';
  readonly flowNo: string;
  readonly amountCents: number;
  /** An approved waiver that closes the gap of a SETTLE. */
  readonly deductionNo?: string;
  /** What the person agreed to: the decision's confirmations. */
  readonly acknowledged?: readonly string[];
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  readonly idempotencyKey: string;
  /** When it is done; now unless history is being written. */
  readonly at?: Date;
}

/** What would be done, or was. */
export interface ApplicationPlan {
  readonly decision: Decision;
  readonly journals: readonly Pick<NewJournal, 'kind' | 'lines' | 'rule'>[];
  readonly settledBillNos: readonly string[];
  /** Charged-off bills of which nothing is claimed any more. */
  readonly recoveredBillNos: readonly string[];
}

/** A plan with everything its commit needs, under lock. */
export interface Prepared {
  readonly plan: ApplicationPlan;
  readonly loan: LockedLoan;
  readonly flow: PaymentFlow;
  readonly bill: Bill | undefined;
  readonly deduction: Deduction | undefined;
  readonly today: BusinessDate;
  readonly successor: Parameters<typeof createBills>[1][number] | undefined;
}

/** Locks the loan and the flow, checks, decides. @throws AppError as `applyPayment`, but for confirmations. */
export async function prepare(tx: Tx, request: ApplicationRequest): Promise<Prepared> {
  const { at: now = new Date() } = request;
  const today = businessDateOf(now);
  const loan = await lockLoan(tx, request.orderNo, today);
  const flow = await lockFlow(tx, request.flowNo);
  const { order } = loan;
  const refusal = refusalOfFlowUse(
    {
      amountCents: request.amountCents,
      paymentCode: flow.paymentCode,
      paidAt: flow.repayTime,
      flow: { status: flow.flowStatus, writableCents: flow.writableCents },
    },
    { now, lentAt: dayOfLending(order.lendingTime ?? now), orderNos: [order.orderNo] },
  );
  if (refusal) throw new AppError(refusal);
  const bill = loan.bills.find(({ billNo }) => billNo === request.billNo);
  if (request.billNo !== null && !bill) throw new AppError('BILL_NOT_FOUND');
  if (bill?.billStatus === 'CHARGED_OFF' && request.repayType !== 'GENERIC') {
    throw new AppError('GENERIC_ONLY');
  }
  const rollover =
    request.repayType === 'EXTENSION' && bill ? quoteOf(loan, bill, flow) : undefined;
  const deduction = await chosenDeduction(tx, request, now);
  const { decision, recoveries } = decide(request, loan, {
    today,
    extensionFeeCents: rollover?.extensionFeeCents ?? 0,
    bill,
    waived: deduction?.waived ?? NO_AMOUNTS,
  });
  if ('refusal' in decision) throw new AppError(decision.refusal);
  const waived = decision.usesDeduction ? deduction?.waived : undefined;
  const settledBillNos = rollover ? [] : settledBy(loan, decision, request.billNo, waived);
  const recoveredBillNos = recoveries
    .filter(({ amountCents, claimCents }) => amountCents === claimCents)
    .map(({ billNo }) => billNo);
  const facts = { decision, rollover, recoveries, waived };
  const journals = journalsOf(request, loan, facts);
  const successor =
    rollover && bill
      ? {
          orderNo: order.orderNo,
          merchantNo: order.merchantNo,
          customerNo: order.customerNo,
          termNo: bill.termNo,
          dueDate: rollover.successor.dueDate,
          interestFrom: today,
          principalCents: rollover.successor.outstanding.PRINCIPAL,
          // The extension fee is the price of these days.
          interestBaseCents: 0,
          allocationOrder: bill.allocationOrder,
          inDuplumBaseCents: rollover.successor.inDuplum?.baseCents ?? null,
          inDuplumChargedCents: rollover.successor.inDuplum?.chargedCents ?? null,
          predecessorBillNo: bill.billNo,
          rolloverCount: bill.rolloverCount + 1,
          accruedThrough: today,
        }
      : undefined;
  const plan = { decision, journals, settledBillNos, recoveredBillNos };
  return { plan, loan, flow, bill, deduction, today, successor };
}

/** Channels tell whole seconds, and the rule speaks of the loan's date. */
export const dayOfLending = (at: Date): Date => startOfBusinessDate(businessDateOf(at));

function quoteOf(loan: LockedLoan, bill: Bill, flow: PaymentFlow) {
  const { terms } = loan.order;
  const outstanding = loan.balances.get(bill.billNo)?.outstanding ?? NO_AMOUNTS;
  const subject = { dueDate: bill.dueDate, outstanding, inDuplum: inDuplumOf(bill) };
  return quoteRollover(subject, terms, businessDateOf(flow.repayTime));
}

/** @throws AppError DEDUCTION_NOT_FOUND, DEDUCTION_LAPSED for one of another bill, not approved, or of another day. */
async function chosenDeduction(
  tx: Tx,
  { deductionNo, billNo }: ApplicationRequest,
  now: Date,
): Promise<Deduction | undefined> {
  if (deductionNo === undefined) return undefined;
  const deduction = await lockDeduction(tx, deductionNo);
  if (deduction.billNo !== billNo) throw new AppError('DEDUCTION_NOT_FOUND');
  const isInForce = deduction.lapsesAt !== null && deduction.lapsesAt > now;
  if (deduction.deductionStatus !== 'APPROVED' || !isInForce)
    throw new AppError('DEDUCTION_LAPSED');
  return deduction;
}

interface DecisionFacts {
  readonly today: BusinessDate;
  readonly extensionFeeCents: number;
  readonly bill: Bill | undefined;
  readonly waived: Amounts;
}

function decide(
  request: ApplicationRequest,
  loan: LockedLoan,
  facts: DecisionFacts,
): { readonly decision: DecisionOrRefusal; readonly recoveries: readonly Recovery[] } {
  if (request.repayType === 'GENERIC') {
    return decideGenericWithClaims(request.amountCents, loan.open, loan.claims);
  }
  return { decision: decideOnBill(request, loan, facts), recoveries: [] };
}

function decideOnBill(
  request: ApplicationRequest,
  loan: LockedLoan,
  { today, extensionFeeCents, bill, waived }: DecisionFacts,
): DecisionOrRefusal {
  const { amountCents, repayType } = request;
  const open = loan.open.find(({ billNo }) => billNo === request.billNo);
  if (!open || !bill) return { refusal: 'BILL_NOT_FOUND' };
  const hasEarlierOpenBill = loan.open[0] !== open;
  const common = { amountCents, bill: open, hasEarlierOpenBill, coupon: NO_AMOUNTS };
  switch (repayType) {
    case 'GENERIC':
      throw new RangeError('GENERIC is of a loan, not of a bill');
    case 'SETTLE':
      return decideSettle({ ...common, deduction: waived });
    case 'PARTIAL':
      return decidePartial(common);
    case 'EXTENSION': {
      const { terms } = loan.order;
      return decideExtension({
        amountCents,
        bill: open,
        hasEarlierOpenBill,
        extensionFeeCents,
        rolloverCount: bill.rolloverCount,
        maxRollovers: terms.maxRollovers,
        isTooEarly: terms.extendsFromDueDate && today < bill.dueDate,
      });
    }
  }
}

/** The open bills that the decision leaves at 0. */
function settledBy(
  loan: LockedLoan,
  decision: Decision,
  waivedBillNo: string | null,
  waived: Amounts = NO_AMOUNTS,
): string[] {
  return loan.open
    .filter(({ billNo, outstanding }) => {
      const paid = decision.parts
        .filter((part) => part.billNo === billNo)
        .reduce((sum, part) => sum + part.amountCents, 0);
      const waivedCents = billNo === waivedBillNo ? totalOf(waived) : 0;
      return paid + waivedCents === totalOf(outstanding);
    })
    .map(({ billNo }) => billNo);
}

function journalsOf(
  request: ApplicationRequest,
  loan: LockedLoan,
  facts: {
    readonly decision: Decision;
    readonly rollover: ReturnType<typeof quoteRollover> | undefined;
    readonly recoveries: readonly Recovery[];
    readonly waived: Amounts | undefined;
  },
): ApplicationPlan['journals'] {
  const { decision, rollover, recoveries, waived } = facts;
  const { customerNo, terms, productNo, productVersionNo } = loan.order;
  const about = { flowNo: request.flowNo, customerNo };
  const journals: Pick<NewJournal, 'kind' | 'lines' | 'rule'>[] = [];
  if (rollover && rollover.extensionFeeCents > 0) {
    const accrued = amounts({ EXTENSION_SERVICE_FEE: rollover.extensionFeeCents });
    journals.push({
      kind: 'EXTENSION_FEE',
      lines: billPostings.accrual({ billNo: request.billNo ?? '', accrued }),
      rule: {
        version: `${productNo}@${productVersionNo}`,
        formula: {
          principalCents: rollover.successor.outstanding.PRINCIPAL,
          extensionRateBps: terms.extensionRateBps,
          extensionDays: terms.extensionDays,
          cutCents: rollover.cutCents,
        },
      },
    });
  }
  if (waived) {
    const parts = partsOf(waived).map((part) => ({ billNo: request.billNo ?? '', ...part }));
    journals.push({ kind: 'DEDUCTION', lines: billPostings.deduction({ parts }) });
  }
  for (const recovery of recoveries) {
    journals.push({ kind: 'RECOVERY', lines: flowPostings.recovery({ ...about, ...recovery }) });
  }
  if (decision.parts.length > 0) {
    const lines = flowPostings.application({ ...about, parts: decision.parts });
    journals.push({ kind: 'APPLICATION', lines });
  }
  if (decision.surplusCents > 0) {
    const lines = flowPostings.overpayment({ ...about, amountCents: decision.surplusCents });
    journals.push({ kind: 'OVERPAYMENT', lines });
  }
  const principalCents = rollover?.successor.outstanding.PRINCIPAL ?? 0;
  if (principalCents > 0) {
    const moved = { billNo: request.billNo ?? '', successorBillNo: SUCCESSOR, principalCents };
    journals.push({ kind: 'ROLLOVER', lines: billPostings.rollover(moved) });
  }
  return journals;
}

const SUCCESSOR = 'successor';

/** The lines of a rollover name the bill that only the commit makes. */
export function named(line: PostingLine, successorBillNo: string | null): PostingLine {
  return line.billNo === SUCCESSOR && successorBillNo !== null
    ? { ...line, billNo: successorBillNo }
    : line;
}
