import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { type Bill, inDuplumOf, overdueDay } from '../bills/index.ts';
import {
  type Amounts,
  amounts,
  billPostings,
  lockBills,
  mirrored,
  type NewJournal,
  partsOf,
  plus,
  postJournals,
} from '../ledger/index.ts';
import { interestOfDay, type ProductTerms, productTerms } from '../orders/index.ts';
import { addDays, type BusinessDate, daysBetween, policyOn } from '../policy/index.ts';

/**
 * Charges one bill for every day after the last that is done, up to `through`: the interest of the day while
 * its term runs, then late fees after grace within in duplum. Once a bill and day, whoever comes first: the
 * end of day, or a payment that cannot wait for it.
 * @returns the days charged.
 */
export async function catchUpBill(
  tx: Tx,
  billNo: string,
  through: BusinessDate,
): Promise<BusinessDate[]> {
  const bill = await lockBill(tx, billNo);
  if (bill.billStatus !== 'ACTIVE' || bill.accruedThrough >= through) return [];
  const { terms, version } = await termsOf(tx, bill.orderNo);
  const [balance] = await lockBills(tx, [billNo]);
  let state = {
    dueDate: bill.dueDate,
    outstanding: balance?.outstanding ?? amounts({}),
    inDuplum: inDuplumOf(bill),
  };
  const journals: NewJournal[] = [];
  const days: BusinessDate[] = [];
  for (let date = addDays(bill.accruedThrough, 1); date <= through; date = addDays(date, 1)) {
    const write = journalWriter(bill, date, journals);
    const interest = interestOf(bill, terms, date);
    if (interest > 0) {
      const accrued = amounts({ INTEREST: interest });
      write('INTEREST', billPostings.accrual({ billNo, accrued }), version, {
        principalCents: bill.interestBaseCents,
        dailyInterestBps: terms.dailyInterestBps,
        day: daysBetween(bill.interestFrom, date),
      });
      state = { ...state, outstanding: plus(state.outstanding, accrued) };
    }
    state = await lateDay(tx, { bill, date, terms, state, write, version });
    days.push(date);
  }
  await postJournals(tx, journals);
  await tx
    .updateTable('bill')
    .set((eb) => ({
      accruedThrough: through,
      inDuplumBaseCents: state.inDuplum?.baseCents ?? null,
      inDuplumChargedCents: state.inDuplum?.chargedCents ?? null,
      version: eb('version', '+', 1),
    }))
    .where('billNo', '=', billNo)
    .execute();
  await tx
    .insertInto('billDay')
    .values(days.map((businessDate) => ({ billNo, businessDate })))
    .execute();
  return days;
}

type Write = (
  kind: string,
  lines: NewJournal['lines'],
  version: string,
  formula: Readonly<Record<string, unknown>>,
) => void;

function journalWriter(bill: Bill, date: BusinessDate, into: NewJournal[]): Write {
  return (kind, lines, version, formula) =>
    into.push({
      kind,
      lines,
      businessDate: date,
      merchantNo: bill.merchantNo,
      cause: { type: 'END_OF_DAY', no: bill.billNo },
      idempotencyKey: `eod/${bill.billNo}/${date}/${kind}`,
      rule: { version, formula },
    });
}

interface State {
  readonly dueDate: BusinessDate;
  readonly outstanding: Amounts;
  readonly inDuplum: ReturnType<typeof inDuplumOf>;
}

async function lateDay(
  tx: Tx,
  at: {
    readonly bill: Bill;
    readonly date: BusinessDate;
    readonly terms: ProductTerms;
    readonly state: State;
    readonly write: Write;
    readonly version: string;
  },
): Promise<State> {
  const { bill, date, terms, state, write, version } = at;
  if (date <= bill.dueDate) return state;
  const { policy, versions } = await policyOn(tx, date);
  const { nonPerformingDpd } = policy.inDuplum;
  const { lateFeeBps, graceDays } = terms;
  const day = overdueDay(state, date, { lateFeeBps, graceDays, nonPerformingDpd });
  const { excess, charge } = day;
  if (partsOf(excess).length > 0) {
    const lines = mirrored(billPostings.accrual({ billNo: bill.billNo, accrued: excess }));
    write('IN_DUPLUM', lines, versions.inDuplum, { baseCents: charge.state?.baseCents ?? null });
  }
  if (charge.accrued.LATE_FEE > 0) {
    const lines = billPostings.accrual({ billNo: bill.billNo, accrued: charge.accrued });
    write('LATE_FEE', lines, version, {
      overduePrincipalCents: state.outstanding.PRINCIPAL,
      lateFeeBps,
      dpd: daysBetween(bill.dueDate, date),
      cutCents: charge.cutCents,
    });
  }
  return day.after;
}

/** The day's share of the term's interest; none outside the term. */
function interestOf(bill: Bill, terms: ProductTerms, date: BusinessDate): number {
  if (bill.interestBaseCents === 0 || date <= bill.interestFrom || date > bill.dueDate) return 0;
  const day = daysBetween(bill.interestFrom, date);
  return interestOfDay(bill.interestBaseCents, terms.dailyInterestBps, day);
}

async function lockBill(tx: Tx, billNo: string): Promise<Bill> {
  return await tx
    .selectFrom('bill')
    .selectAll()
    .where('billNo', '=', billNo)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

async function termsOf(tx: Tx, orderNo: string) {
  const order = await tx
    .selectFrom('loanOrder')
    .select(['terms', 'productNo', 'productVersionNo'])
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  const version = `${order.productNo}@${order.productVersionNo}`;
  return { terms: productTerms.parse(order.terms), version };
}

/** The bills that a day is still to be charged to, some at a time, in the order of their numbers. */
export async function billsToCharge(
  tx: Tx,
  through: BusinessDate,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('bill')
    .select('billNo')
    .where('billStatus', '=', 'ACTIVE')
    .where('accruedThrough', '<', through)
    .where('billNo', '>', after)
    .where(
      sql<boolean>`order_no in (select order_no from loan_order where order_status = 'DISBURSED')`,
    )
    .orderBy('billNo')
    .limit(limit)
    .execute();
  return rows.map(({ billNo }) => billNo);
}
