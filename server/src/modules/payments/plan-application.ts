import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { type Bill, type createBills, inDuplumOf, quoteRollover } from '../bills/index.ts';
import {
  amounts,
  billPostings,
  flowPostings,
  type NewJournal,
  NO_AMOUNTS,
  type PostingLine,
  totalOf,
} from '../ledger/index.ts';
import { type BusinessDate, businessDateOf, startOfBusinessDate } from '../policy/index.ts';
import {
  decideExtension,
  decideGeneric,
  decidePartial,
  decideSettle,
  type Decision,
  type DecisionOrRefusal,
} from './decide-application.ts';
import { refusalOfFlowUse } from './flow-checks.ts';
import { type LockedLoan, lockLoan } from './loan-lock.ts';
import { lockFlow, type PaymentFlow } from './receive-flow.ts';

/** One use of a flow on a loan. */
export interface ApplicationRequest {
  readonly orderNo: string;
  /** The bill; null for GENERIC, which goes over all of them. */
  readonly billNo: string | null;
  readonly repayType: 'SETTLE' | 'PARTIAL' | 'EXTENSION' | 'GENERIC';
  readonly flowNo: string;
  readonly amountCents: number;
  /** What the person agreed to: the decision's confirmations. */
  readonly acknowledged?: readonly string[];
  /** Of the preview; the commit is refused where anything moved since. */
  readonly seen?: string;
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
  /** Hand it back with the commit as `seen`. */
  readonly seen: string;
}

/**
 * The dry run: the same locks, checks and arithmetic as the commit, and nothing written that stays: run it in
 * a transaction that is rolled back.
 * @throws AppError as `applyPayment`, but for confirmations.
 */
export async function planApplication(
  tx: Tx,
  request: ApplicationRequest,
): Promise<ApplicationPlan> {
  return (await prepare(tx, request)).plan;
}

/** A plan with everything its commit needs, under lock. */
export interface Prepared {
  readonly plan: ApplicationPlan;
  readonly loan: LockedLoan;
  readonly flow: PaymentFlow;
  readonly bill: Bill | undefined;
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
  const decision = decide(request, loan, today, rollover?.extensionFeeCents ?? 0, bill);
  if ('refusal' in decision) throw new AppError(decision.refusal);
  const settledBillNos = rollover ? [] : settledBy(loan, decision);
  const journals = journalsOf(request, loan, decision, rollover);
  const versions = [...loan.balances.values()].map(({ billNo, version }) => `${billNo}.${version}`);
  const seen = [order.version, flow.version, ...versions].join('_');
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
  return { plan: { decision, journals, settledBillNos, seen }, loan, flow, bill, today, successor };
}

/** Channels tell whole seconds, and the rule speaks of the loan's date. */
export const dayOfLending = (at: Date): Date => startOfBusinessDate(businessDateOf(at));

function quoteOf(loan: LockedLoan, bill: Bill, flow: PaymentFlow) {
  const { terms } = loan.order;
  const outstanding = loan.balances.get(bill.billNo)?.outstanding ?? NO_AMOUNTS;
  const subject = { dueDate: bill.dueDate, outstanding, inDuplum: inDuplumOf(bill) };
  return quoteRollover(subject, terms, businessDateOf(flow.repayTime));
}

function decide(
  request: ApplicationRequest,
  loan: LockedLoan,
  today: BusinessDate,
  extensionFeeCents: number,
  bill: Bill | undefined,
): DecisionOrRefusal {
  const { amountCents, repayType } = request;
  if (repayType === 'GENERIC') return decideGeneric(amountCents, loan.open);
  const open = loan.open.find(({ billNo }) => billNo === request.billNo);
  if (!open || !bill) return { refusal: 'BILL_NOT_FOUND' };
  const hasEarlierOpenBill = loan.open[0] !== open;
  const common = { amountCents, bill: open, hasEarlierOpenBill, coupon: NO_AMOUNTS };
  switch (repayType) {
    case 'SETTLE':
      return decideSettle({ ...common, deduction: NO_AMOUNTS });
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
function settledBy(loan: LockedLoan, decision: Decision): string[] {
  return loan.open
    .filter(({ billNo, outstanding }) => {
      const paid = decision.parts
        .filter((part) => part.billNo === billNo)
        .reduce((sum, part) => sum + part.amountCents, 0);
      return paid === totalOf(outstanding);
    })
    .map(({ billNo }) => billNo);
}

function journalsOf(
  request: ApplicationRequest,
  loan: LockedLoan,
  decision: Decision,
  rollover: ReturnType<typeof quoteRollover> | undefined,
): ApplicationPlan['journals'] {
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
