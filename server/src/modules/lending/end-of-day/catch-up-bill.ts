import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type Bill, ordersBills } from '../bills/index.ts';
import { lockBills, postJournals } from '../../platform/ledger/index.ts';
import { type ProductTerms, productTerms } from '../orders/index.ts';
import { type BusinessDate, policyHistory } from '../../platform/policy/index.ts';
import { type BillCharges, type ChargedBill, chargesOf } from './bill-charges.ts';

/**
 * Charges one bill for every day after the last that is done, up to `through`. Once a bill and day, whoever
 * comes first: the end of day, or a payment that cannot wait for it.
 * @returns the days charged.
 */
export async function catchUpBill(tx: Tx, billNo: string, through: BusinessDate): Promise<readonly BusinessDate[]> {
  const { rows } = await sql<BehindRow>`
    ${behind} where b.bill_no = ${billNo} and b.bill_status = 'ACTIVE' for no key update of b`.execute(tx);
  const [charges] = await chargeLocked(
    tx,
    rows.filter(({ accruedThrough }) => accruedThrough < through),
    through,
  );
  return charges?.days ?? [];
}

/**
 * As `catchUpBill`, for all bills of a loan, which stay locked until the transaction ends.
 * @param bookedOn The business date of the journals, where the days themselves are closed.
 * @returns all of them as they are then, by term and age.
 */
export async function catchUpLoan(
  tx: Tx,
  orderNo: string,
  through: BusinessDate,
  bookedOn?: BusinessDate,
): Promise<Bill[]> {
  const { rows } = await sql<BehindRow>`
    ${behind} where b.order_no = ${orderNo} order by b.bill_no for no key update of b /* prepared */`.execute(tx);
  const charges = await chargeLocked(
    tx,
    rows.filter((row) => row.billStatus === 'ACTIVE' && row.accruedThrough < through),
    through,
    bookedOn,
  );
  if (charges.length > 0) return await ordersBills(tx, orderNo);
  return rows
    .map(({ termsText: _, rule: __, dueGraceDays: ___, ...bill }) => bill)
    .sort((left, right) => left.termNo - right.termNo);
}

/** A bill that is behind, with its order's terms as text: equal texts are parsed once. */
export interface BehindRow extends Bill {
  readonly termsText: string;
  readonly rule: string;
  readonly dueGraceDays: number | null;
}

/** Bill `b` of order `o`; a condition and the lock follow. */
export const behind = sql`
  select b.*, o.terms::text as terms_text, o.product_no || '@' || o.product_version_no as rule,
    o.due_grace_days
  from bill b join loan_order o using (order_no)`;

/**
 * Charges bills whose rows are locked and active: all postings in one statement, all bills in another.
 * @returns what was charged, a bill each.
 */
export async function chargeLocked(
  tx: Tx,
  rows: readonly BehindRow[],
  through: BusinessDate,
  bookedOn?: BusinessDate,
): Promise<BillCharges[]> {
  if (rows.length === 0) return [];
  const policies = await policyHistory(tx);
  const balances = await lockBills(
    tx,
    rows.map(({ billNo }) => billNo),
  );
  const charged = rows.map((row, index): ChargedBill => {
    const outstanding = balances[index]?.outstanding;
    if (!outstanding) throw new Error(`bill ${row.billNo} has no balance`);
    const terms = termsOf(row.termsText);
    const graceDays = Math.max(terms.graceDays, row.dueGraceDays ?? 0);
    return { bill: row, outstanding, terms, graceDays, rule: row.rule };
  });
  const charges = charged.map((bill) => chargesOf(bill, policies, through, bookedOn));
  await postJournals(
    tx,
    charges.flatMap(({ journals }) => journals),
  );
  await sql`
    update bill b set accrued_through = ${through}, in_duplum_base_cents = c.base_cents,
      in_duplum_charged_cents = c.charged_cents, version = b.version + 1
    from unnest(${charges.map(({ billNo }) => billNo)}::text[],
      ${charges.map(({ inDuplum }) => inDuplum?.baseCents ?? null)}::bigint[],
      ${charges.map(({ inDuplum }) => inDuplum?.chargedCents ?? null)}::bigint[])
      as c (bill_no, base_cents, charged_cents)
    where b.bill_no = c.bill_no`.execute(tx);
  return charges;
}

const KEPT_TERMS = 500;
const parsedTerms = new Map<string, ProductTerms>();

/** A lender has some dozens of product versions, and each order a copy of its own. */
function termsOf(text: string): ProductTerms {
  const known = parsedTerms.get(text);
  if (known) return known;
  const terms = productTerms.parse(JSON.parse(text));
  if (parsedTerms.size >= KEPT_TERMS) parsedTerms.clear();
  parsedTerms.set(text, terms);
  return terms;
}
