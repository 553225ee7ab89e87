import { needed } from '../../../needed.ts';
import type { Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Bill, type createBills, inDuplumOf, quoteRollover } from '../../lending/bills/index.ts';
import { chooseCoupon, type Coupon } from '../../lending/coupons/index.ts';
import { type Deduction, lockDeduction } from '../../lending/deductions/index.ts';
import { dueRuleAt, paymentDay } from '../../lending/maturity/index.ts';
import { type Amounts, NO_AMOUNTS, plus, totalOf } from '../../platform/ledger/index.ts';
import { type BusinessDate, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { type FlowShare, journalsOf, type ShareJournal, sharesOf } from './application-journals.ts';
import {
  decideExtension,
  decidePartial,
  decideSettle,
  type Decision,
  type DecisionOrRefusal,
} from './decide-application.ts';
import { refusalOfFlowUse } from './flow-checks.ts';
import { type LockedLoan, lockLoan, oldestOpen } from './loan-lock.ts';
import { lockFlow, type PaymentFlow } from './receive-flow.ts';
import { decideGenericWithClaims, type Recovery } from './recoveries.ts';

/** Flows used on a loan. */
export interface WriteOffRequest {
  readonly orderNo: string;
  /** The bill; null for GENERIC, which goes over all of them. */
  readonly billNo: string | null;
  readonly repayType: 'SETTLE' | 'PARTIAL' | 'EXTENSION' | 'GENERIC';
  /** How much of which flow, each once; the first pays first. */
  readonly uses: readonly { readonly flowNo: string; readonly amountCents: number }[];
  /** An approved waiver that closes the gap of a SETTLE. */
  readonly deductionNo?: string;
  /** A coupon of the customer that lowers the bill of a SETTLE or a PARTIAL. */
  readonly couponNo?: string;
  /** What the person agreed to: the decision's confirmations. */
  readonly acknowledged?: readonly string[];
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  readonly idempotencyKey: string;
  /** The piece of work it belongs to. */
  readonly taskNo?: string;
  /** When it is done; now unless history is being written. */
  readonly at?: Date;
  /** The day from which the money counts; the bills stand charged up to the day before. Today unless given. */
  readonly valueDate?: BusinessDate;
}

/** One flow used on a loan. */
export interface ApplicationRequest extends Omit<WriteOffRequest, 'uses'> {
  readonly flowNo: string;
  readonly amountCents: number;
}

/** What would be done, or was. */
export interface ApplicationPlan {
  readonly decision: Decision;
  /** What each flow pays, in the order of the request. */
  readonly shares: readonly FlowShare[];
  readonly journals: readonly ShareJournal[];
  readonly settledBillNos: readonly string[];
  /** Charged-off bills of which nothing is claimed any more. */
  readonly recoveredBillNos: readonly string[];
}

/** A coupon with what it takes off the bill. */
export interface ChosenCoupon {
  readonly coupon: Coupon;
  readonly used: Amounts;
}

/** A plan with everything its commit needs, under lock. */
export interface Prepared {
  readonly plan: ApplicationPlan;
  readonly loan: LockedLoan;
  /** In the order of the request. */
  readonly flows: readonly PaymentFlow[];
  readonly bill: Bill | undefined;
  readonly deduction: Deduction | undefined;
  readonly coupon: ChosenCoupon | undefined;
  readonly today: BusinessDate;
  /** The day that the money counts for. */
  readonly counted: BusinessDate;
  readonly successor: Parameters<typeof createBills>[1][number] | undefined;
}

/** Locks the loan and the flows, checks, decides. @throws AppError as `applyPayment`, but for confirmations. */
export async function prepare(tx: Tx, request: WriteOffRequest): Promise<Prepared> {
  const { at: now = new Date() } = request;
  const today = businessDateOf(now);
  const first = await lockLoan(tx, request.orderNo, request.valueDate ?? today);
  const { order } = first;
  const flows = await usableFlows(tx, request, first, now);
  const counted = request.valueDate ?? countedOn(flows, order.dueCutoff, today);
  const loan = request.valueDate === undefined && counted > today ? await lockLoan(tx, order.orderNo, counted) : first;
  const bill = loan.bills.find(({ billNo }) => billNo === request.billNo);
  if (request.billNo !== null && !bill) throw new AppError('BILL_NOT_FOUND');
  if (bill?.billStatus === 'CHARGED_OFF' && request.repayType !== 'GENERIC') {
    throw new AppError('GENERIC_ONLY');
  }
  const rollover = request.repayType === 'EXTENSION' && bill ? quoteOf(loan, bill, paidOn(flows)) : undefined;
  const deduction = await chosenDeduction(tx, request, now);
  const coupon = await chosenCoupon(tx, request, loan, now);
  const { decision, recoveries } = decide(request, loan, {
    today,
    extensionFeeCents: rollover?.extensionFeeCents ?? 0,
    bill,
    waived: deduction?.waived ?? NO_AMOUNTS,
    coupon: coupon?.used ?? NO_AMOUNTS,
  });
  if ('refusal' in decision) {
    const facts = decision.refusal === 'EARLIER_BILL_OPEN' ? oldestOpen(loan) : {};
    throw new AppError(decision.refusal, { facts });
  }
  const waived = decision.usesDeduction ? deduction?.waived : undefined;
  const lowered = plus(waived ?? NO_AMOUNTS, coupon?.used ?? NO_AMOUNTS);
  const settledBillNos = rollover ? [] : settledBy(loan, decision, request.billNo, lowered);
  const recoveredBillNos = recoveries
    .filter(({ amountCents, claimCents }) => amountCents === claimCents)
    .map(({ billNo }) => billNo);
  const shares = sharesOf(decision, recoveries, request.uses);
  const journals = journalsOf(request.billNo ?? '', loan, {
    shares,
    rollover,
    waived,
    coupon: coupon?.used,
  });
  const dueRule = rollover ? await dueRuleAt(tx, order, now) : null;
  const successor =
    rollover && bill
      ? {
          orderNo: order.orderNo,
          merchantNo: order.merchantNo,
          customerNo: order.customerNo,
          termNo: bill.termNo,
          // Off weekends and holidays, as the rule of today says; the extension fee stays that of its days.
          dueDate: dueRule ? dueRule.move(rollover.successor.dueDate) : rollover.successor.dueDate,
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
  const plan = { decision, shares, journals, settledBillNos, recoveredBillNos };
  return { plan, loan, flows, bill, deduction, coupon, today, counted, successor };
}

/** Channels tell whole seconds, and the rule speaks of the loan's date. */
export const dayOfLending = (at: Date): Date => startOfBusinessDate(businessDateOf(at));

/** Locks the flows, in the order of their numbers, and checks the use of each. */
async function usableFlows(
  tx: Tx,
  { uses }: WriteOffRequest,
  { order }: LockedLoan,
  now: Date,
): Promise<PaymentFlow[]> {
  const locked = new Map<string, PaymentFlow>();
  for (const { flowNo } of uses.toSorted((a, b) => (a.flowNo < b.flowNo ? -1 : 1))) {
    if (locked.has(flowNo)) throw new AppError('SERIAL_REPEATED');
    locked.set(flowNo, await lockFlow(tx, flowNo));
  }
  const { orderNo, thirdPartyOrderNo } = order;
  const lentAt = dayOfLending(order.lendingTime ?? now);
  const orderNos = thirdPartyOrderNo === null ? [orderNo] : [orderNo, thirdPartyOrderNo];
  return uses.flatMap(({ flowNo, amountCents }, row) => {
    const flow = locked.get(flowNo);
    if (!flow) return [];
    const { paymentCode, repayTime: paidAt, flowStatus: status, writableCents } = flow;
    const use = { amountCents, paymentCode, paidAt, flow: { status, writableCents } };
    const refusal = refusalOfFlowUse(use, { now, lentAt, orderNos });
    // With one flow there is nothing to tell apart.
    const facts = uses.length > 1 ? { row: row + 1 } : {};
    if (refusal) throw new AppError(refusal, { facts });
    return flow;
  });
}

/** Today, or where the last of the flows was paid after the loan's cut-off today, the next day. */
function countedOn(flows: readonly PaymentFlow[], dueCutoff: string | null, today: BusinessDate): BusinessDate {
  if (dueCutoff === null) return today;
  const days = flows.map(({ repayTime }) => paymentDay(repayTime, dueCutoff));
  return days.reduce((latest, day) => (day > latest ? day : latest), today);
}

/** The day on which the last of the flows was paid. */
const paidOn = (flows: readonly PaymentFlow[]): BusinessDate =>
  businessDateOf(new Date(Math.max(...flows.map(({ repayTime }) => repayTime.getTime()))));

function quoteOf(loan: LockedLoan, bill: Bill, paid: BusinessDate) {
  const { terms } = loan.order;
  const outstanding = needed(loan.balances.get(bill.billNo), `the balance of ${bill.billNo}`).outstanding;
  const subject = { dueDate: bill.dueDate, outstanding, inDuplum: inDuplumOf(bill) };
  return quoteRollover(subject, terms, paid);
}

/** @throws AppError DEDUCTION_NOT_FOUND, DEDUCTION_LAPSED for one of another bill, not approved, or of another day. */
async function chosenDeduction(
  tx: Tx,
  { deductionNo, billNo }: WriteOffRequest,
  now: Date,
): Promise<Deduction | undefined> {
  if (deductionNo === undefined) return undefined;
  const deduction = await lockDeduction(tx, deductionNo);
  if (deduction.billNo !== billNo) throw new AppError('DEDUCTION_NOT_FOUND');
  const isInForce = deduction.lapsesAt !== null && deduction.lapsesAt > now;
  if (deduction.deductionStatus !== 'APPROVED' || !isInForce) throw new AppError('DEDUCTION_LAPSED');
  return deduction;
}

/** @throws AppError COUPON_NOT_FOUND, COUPON_NOT_USABLE */
async function chosenCoupon(
  tx: Tx,
  { couponNo, billNo, repayType }: WriteOffRequest,
  { order, open }: LockedLoan,
  now: Date,
): Promise<ChosenCoupon | undefined> {
  if (couponNo === undefined) return undefined;
  const bill = open.find((one) => one.billNo === billNo);
  const isOnBill = repayType === 'SETTLE' || repayType === 'PARTIAL';
  if (!bill || !isOnBill) throw new AppError('COUPON_NOT_USABLE', { fields: ['couponNo'] });
  const { customerNo, merchantNo, productNo, loanType } = order;
  return await chooseCoupon(
    tx,
    couponNo,
    {
      orderNo: order.orderNo,
      customerNo,
      merchantNo,
      productNo,
      loanType,
      outstanding: bill.outstanding,
      order: bill.order,
    },
    now,
  );
}

interface DecisionFacts {
  readonly today: BusinessDate;
  readonly extensionFeeCents: number;
  readonly bill: Bill | undefined;
  readonly waived: Amounts;
  readonly coupon: Amounts;
}

function decide(
  request: WriteOffRequest,
  loan: LockedLoan,
  facts: DecisionFacts,
): { readonly decision: DecisionOrRefusal; readonly recoveries: readonly Recovery[] } {
  if (request.repayType === 'GENERIC') {
    return decideGenericWithClaims(totalOfUses(request), loan.open, loan.claims);
  }
  return { decision: decideOnBill(request, loan, facts), recoveries: [] };
}

function decideOnBill(
  request: WriteOffRequest,
  loan: LockedLoan,
  { today, extensionFeeCents, bill, waived, coupon }: DecisionFacts,
): DecisionOrRefusal {
  const { repayType } = request;
  const amountCents = totalOfUses(request);
  const open = loan.open.find(({ billNo }) => billNo === request.billNo);
  if (!open || !bill) return { refusal: 'BILL_NOT_FOUND' };
  const hasEarlierOpenBill = loan.open[0] !== open;
  const common = { amountCents, bill: open, hasEarlierOpenBill, coupon };
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

const totalOfUses = ({ uses }: WriteOffRequest): number => uses.reduce((sum, { amountCents }) => sum + amountCents, 0);

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
