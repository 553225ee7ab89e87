import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import {
  applyPayment,
  type ApplicationRequest,
  flowMachine,
  lockLoan,
  receiveFlow,
} from '../../modules/payments/payments/index.ts';
import { businessDateOf } from '../../modules/platform/policy/index.ts';
import { advance } from '../../state-machine/index.ts';

/** So many are taken. */
const LOANS = 19;
const CUSTOMERS = 36;

export interface OpenLoan {
  readonly orderNo: string;
  readonly merchantNo: string;
  readonly customerNo: string;
  readonly customerName: string;
  readonly phone: string;
  /** Whether its oldest bill has fees that a coupon could take off; null where none runs. */
  readonly hasFees: boolean | null;
}

/** Who does it, and what they do it to: each loan and customer is taken once. */
export interface Desk {
  readonly db: Database;
  readonly now: Date;
  readonly maker: string;
  readonly checker: string;
  readonly third: string;
  /** A loan whose bills run; those that are in collection come first. One as it is wanted, where there is one left. */
  takeLoan(isWanted?: (loan: OpenLoan) => boolean): OpenLoan;
  /** A customer by their last order, which is over; of this merchant, where there is one left. */
  takeCustomer(merchantNo?: string): OpenLoan;
  serial(): string;
  does<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Of loans `o`: a bill runs, and nobody asked for a waiver or a loss. */
const RUNS = sql<boolean>`exists (select from bill b join bill_balance bb using (bill_no)
      where b.order_no = o.order_no and b.bill_status = 'ACTIVE' and bb.service_fee_cents >= 300)
  and not exists (select from deduction d
    where d.order_no = o.order_no and d.deduction_status in ('PENDING', 'APPROVED'))
  and not exists (select from charge_off l where l.order_no = o.order_no)`;

/** @returns null where the book is too small to take from. */
export async function openDesk(db: Database, now: Date): Promise<Desk | null> {
  const people = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userStatus', '=', 'NORMAL')
    .orderBy('userNo')
    .limit(3)
    .execute();
  const [maker, checker, third] = people.map(({ userNo }) => userNo);
  const running = await loans(db, sql<boolean>`o.order_status = 'DISBURSED' and ${RUNS}`);
  const others = await loans(db, sql<boolean>`o.order_status in ('CLOSED', 'REFUSED', 'MACHINE_REFUSED', 'VOIDED')`);
  if (!maker || !checker || !third || running.length < LOANS || others.length < CUSTOMERS) return null;
  let serials = 0;
  return {
    db,
    now,
    maker,
    checker,
    third,
    takeLoan: (isWanted) => taken(running, isWanted),
    takeCustomer: (merchantNo) => taken(others, (one) => one.merchantNo === merchantNo),
    serial: () => `SZZ${String((serials += 1)).padStart(7, '0')}`,
    does: (work) => db.transaction().execute(work),
  };
}

/** Of loans `o`: the oldest bill that runs has fees left, which a coupon could take off. */
const HAS_FEES = sql<boolean>`(select bb.service_fee_cents >= 300 from bill b join bill_balance bb using (bill_no)
      where b.order_no = o.order_no and b.bill_status = 'ACTIVE' order by b.due_date, b.bill_no limit 1)`;

/** The same desk, with loans that are collected by bill: enough for all that is shown by order. */
export async function byBill(desk: Desk): Promise<Desk> {
  const running = await loans(
    desk.db,
    sql<boolean>`o.order_status = 'DISBURSED' and ${RUNS} and exists (select from collection_case k
      where k.order_no = o.order_no and k.case_scope = 'BILL' and k.case_status in ('COLLECTING', 'POOL'))`,
  );
  return { ...desk, takeLoan: (isWanted) => taken(running, isWanted) };
}

async function loans(db: Database, which: ReturnType<typeof sql<boolean>>): Promise<OpenLoan[]> {
  return await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .select(['o.orderNo', 'o.merchantNo', 'o.customerNo', 'c.customerName', 'c.phone', HAS_FEES.as('hasFees')])
    .where(which)
    .where(
      sql<boolean>`o.order_no = (select max(n.order_no) from loan_order n
      where n.customer_no = o.customer_no)`,
    )
    .orderBy(
      sql`exists (select from collection_case k
      where k.order_no = o.order_no and k.case_status = 'COLLECTING') desc`,
    )
    .orderBy('o.orderNo')
    .execute();
}

function taken(from: OpenLoan[], isWanted: (one: OpenLoan) => boolean = () => true): OpenLoan {
  const place = from.findIndex(isWanted);
  const [one] = from.splice(Math.max(0, place), 1);
  if (!one) throw new RangeError('more loans are needed than the book has');
  return one;
}

/** The oldest bill that runs, and the loan under lock. */
export async function oldestBill(tx: Tx, { orderNo }: OpenLoan, now: Date) {
  const loan = await lockLoan(tx, orderNo, businessDateOf(now));
  const [bill] = loan.open;
  const balance = bill && loan.balances.get(bill.billNo);
  if (!bill || !balance) throw new RangeError(`no bill of ${orderNo} runs`);
  return { loan, bill, balance };
}

/** Money of a payer that no rule could place. @returns the flow's number. */
export async function straysIn(tx: Tx, desk: Desk, payer: OpenLoan, amountCents: number): Promise<string> {
  const { flowNo } = await receiveFlow(tx, {
    merchantNo: payer.merchantNo,
    paymentChannel: 'MPESA',
    paymentCode: desk.serial(),
    account: 'BANK.MPESA_PAYBILL',
    amountCents,
    repayTime: desk.now,
    receivedAt: desk.now,
    payerPhone: payer.phone,
    payerName: payer.customerName,
    accountReference: 'MKOPO',
  });
  const flowStatus = advance(flowMachine, 'RECEIVED', 'matchFail');
  await tx.updateTable('paymentFlow').set({ flowStatus }).where('flowNo', '=', flowNo).execute();
  return flowNo;
}

export async function useFlow(
  tx: Tx,
  desk: Desk,
  use: Omit<ApplicationRequest, 'idempotencyKey' | 'at' | 'acknowledged'>,
) {
  return await applyPayment(tx, {
    ...use,
    acknowledged: ['SURPLUS_TO_CREDIT', 'BELOW_PAYOFF', 'BELOW_CORE'],
    idempotencyKey: `seed-status/${use.flowNo}`,
    at: desk.now,
  });
}
