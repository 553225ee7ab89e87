import type { Database, Tx } from '../../../../db/database.ts';
import type { Caller } from '../../../../http/implement.ts';
import type { TestApp } from '../../../../../testing/test-app.ts';
import { catchUpLoan } from '../../../lending/end-of-day/index.ts';
import {
  type AllocationOrder,
  amounts,
  type BillBalance,
  DEFAULT_ALLOCATION_ORDER,
  isAllocationOrder,
  outstandingOf,
  totalOf,
} from '../../../platform/ledger/index.ts';
import type { LentLoan } from '../../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { oldestFirst } from '../allocation.ts';
import { type ApplicationRequest, applyPayment, lockLoan, receiveFlow } from '../index.ts';
export interface ModelPeople {
  readonly maker: string;
  readonly checker: string;
  /** Three, whom nothing keeps from work. */
  readonly collectors: readonly string[];
  /** What coupons are issued by, in use. */
  readonly couponTemplateNo: string;
}

/** Who says a command: who asks, who checks, and who is neither. */
export type Speaker = 'maker' | 'checker' | 'third';

export interface Lender {
  readonly app: TestApp;
  readonly callers: Readonly<Record<Speaker, Caller>>;
  readonly marketProductNo: string;
  /** A reviewer whose record is frozen. */
  readonly frozenAuditorNo: string;
}

/** A loan of a history, and the hour it has come to. */
export interface World {
  readonly db: Database;
  readonly people: ModelPeople;
  loan: LentLoan;
  at: Date;
  count: number;
  chargeOffNo: string | undefined;
  last: ApplicationRequest | undefined;
  readonly lender: Lender;
  readonly productNo: string;
  /** Which part of the company the history is about. */
  readonly theme: number;
  /** Numbers of what was made in the company beside the loan, by the field that names them: `rechargeNo`. */
  readonly made: Map<string, string[]>;
}

const EXTENSION_BPS = 50;
const EXTENSION_DAYS = 14;

export const loanOf = (tx: Tx, { loan, at }: World) => lockLoan(tx, loan.orderNo, businessDateOf(at));

interface SeenBill extends BillBalance {
  readonly billStatus: string;
  readonly dueDate: string;
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly order: AllocationOrder;
}

/** Charges the days that a bill missed while it was charged off or settled: any payment begins with it. */
export async function chargeMissedDays(tx: Tx, { loan, at }: World): Promise<void> {
  await catchUpLoan(tx, loan.orderNo, addDays(businessDateOf(at), -1));
}

/** The loan's bills as they stand, by age and without a lock: nothing else moves a history's loan. */
export async function billsOf(tx: Tx, { loan }: World): Promise<SeenBill[]> {
  const rows = await tx
    .selectFrom('bill')
    .innerJoin('billBalance as x', 'x.billNo', 'bill.billNo')
    .selectAll('x')
    .select(['billStatus', 'dueDate', 'orderNo', 'merchantNo', 'allocationOrder'])
    .where('bill.orderNo', '=', loan.orderNo)
    .execute();
  const seen = rows.map((row) => {
    const { billNo, billStatus, dueDate, orderNo, merchantNo, claimCents, version } = row;
    const about = { billNo, billStatus, dueDate, orderNo, merchantNo, claimCents, version };
    const asked: readonly string[] = row.allocationOrder;
    const order = isAllocationOrder(asked) ? asked : DEFAULT_ALLOCATION_ORDER;
    return { ...about, order, outstanding: outstandingOf(row) };
  });
  return oldestFirst(seen);
}

/** Those that still ask something of the customer, oldest first. */
export async function openBillsOf(tx: Tx, world: World): Promise<SeenBill[]> {
  return (await billsOf(tx, world)).filter(({ billStatus }) => billStatus === 'ACTIVE');
}

export async function oldest(tx: Tx, world: World) {
  const [bill] = await openBillsOf(tx, world);
  const outstanding = bill?.outstanding ?? amounts({});
  const { PRINCIPAL } = outstanding;
  const owedCents = totalOf(outstanding);
  return {
    billNo: bill?.billNo ?? 'none',
    owedCents,
    nonPrincipalCents: owedCents - PRINCIPAL,
    // What a product of the histories asks for an extension: half a percent a day, 14 days.
    feeCents: Math.floor((PRINCIPAL * EXTENSION_BPS * EXTENSION_DAYS) / 10_000),
  };
}

interface Payer {
  readonly payerPhone?: string;
  readonly payerName?: string;
}

/** Money arrives. @returns its flow, and the text that is its own: its serial number */
export async function receive(tx: Tx, world: World, amountCents: number, payer: Payer = {}) {
  const { loan, at } = world;
  const key = `${loan.orderNo}/${(world.count += 1)}`;
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: loan.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: key,
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime: at,
    receivedAt: at,
    ...payer,
  });
  return { key, flowNo };
}

/** Money arrives and is applied at once. */
export async function pay(
  tx: Tx,
  world: World,
  amountCents: number,
  how: Pick<ApplicationRequest, 'repayType' | 'billNo' | 'deductionNo' | 'couponNo'>,
  payer: Payer = {},
): Promise<void> {
  const { loan, people, at } = world;
  const { key, flowNo } = await receive(tx, world, amountCents, payer);
  const request: ApplicationRequest = {
    ...how,
    orderNo: loan.orderNo,
    flowNo,
    amountCents,
    acknowledged: ['SURPLUS_TO_CREDIT', 'BELOW_PAYOFF', 'BELOW_CORE'],
    makerUserNo: people.maker,
    idempotencyKey: key,
    at,
  };
  await applyPayment(tx, request);
  world.last = request;
}
