import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { prepared } from '../../../db/prepared.ts';
import type { BillBalanceTable } from '../../../db/engine-schema.ts';
import type { Cents } from './cents.ts';
import { type Amounts, amounts } from './components.ts';

/** What one bill owes, by component. */
export interface BillBalance {
  readonly billNo: string;
  readonly outstanding: Amounts;
  /** What was charged off of it and not recovered yet. */
  readonly claimCents: Cents;
  /** Changes whenever a posting changes the bill. */
  readonly version: number;
}

/** Gives a new bill its balance row, all 0; the first posting on it follows in the same transaction. */
export async function openBillBalances(tx: Tx, billNos: readonly string[]): Promise<void> {
  await tx
    .insertInto('billBalance')
    .values(billNos.map((billNo) => ({ billNo })))
    .execute();
}

/** Locks the bills, always in the same order, and answers what they owe now, in the order requested. */
export async function lockBills(tx: Tx, billNos: readonly string[]): Promise<BillBalance[]> {
  const rows = await tx
    .selectFrom('billBalance')
    .selectAll()
    .where(sql<boolean>`bill_no = any(${[...billNos]}::text[])`)
    .orderBy('billNo')
    .forNoKeyUpdate()
    .modifyEnd(prepared)
    .execute();
  return inOrder(rows, billNos);
}

/** As `lockBills`, for who only reads. */
export async function readBills(db: Queryable, billNos: readonly string[]): Promise<BillBalance[]> {
  if (billNos.length === 0) return [];
  const rows = await db
    .selectFrom('billBalance')
    .selectAll()
    .where('billNo', 'in', [...billNos])
    .execute();
  return inOrder(rows, billNos);
}

type BalanceRow = Selectable<BillBalanceTable>;

function inOrder(rows: readonly BalanceRow[], billNos: readonly string[]): BillBalance[] {
  return billNos.map((billNo) => {
    const row = rows.find((candidate) => candidate.billNo === billNo);
    if (!row) throw new Error(`bill ${billNo} has no balance row`);
    const { claimCents, version } = row;
    return { billNo, outstanding: outstandingOf(row), claimCents, version };
  });
}

/** What a balance row says is owed, by component. */
export function outstandingOf(row: BalanceRow): Amounts {
  return amounts({
    LATE_FEE: row.lateFeeCents,
    LIQUIDATED_DAMAGES: row.liquidatedDamagesCents,
    EXTENSION_SERVICE_FEE: row.extensionServiceFeeCents,
    MANAGEMENT_FEE: row.managementFeeCents,
    SERVICE_FEE: row.serviceFeeCents,
    EXCISE: row.exciseCents,
    INTEREST: row.interestCents,
    PRINCIPAL: row.principalCents,
  });
}

export interface TrialBalance {
  readonly accounts: readonly {
    readonly accountCode: string;
    readonly debitCents: Cents;
    readonly creditCents: Cents;
    readonly balanceCents: Cents;
  }[];
  /** 0, always. */
  readonly differenceCents: Cents;
}

/** Every account that was ever posted to, with its sides and its balance (+ debit). */
export async function trialBalance(db: Queryable): Promise<TrialBalance> {
  const { rows } = await sql<TrialBalance['accounts'][number]>`
    select account_code,
      coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as debit_cents,
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint as credit_cents,
      sum(amount_cents)::bigint as balance_cents
    from posting group by account_code order by account_code`.execute(db);
  return {
    accounts: rows,
    differenceCents: rows.reduce((sum, row) => sum + row.balanceCents, 0),
  };
}

/** Bills whose cached balance differs from the fold of their postings: none, always. */
export async function driftedBills(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ billNo: string }>`
    select coalesce(b.bill_no, f.bill_no) as bill_no
    from bill_balance b full join bill_balance_fold f on f.bill_no = b.bill_no
    where (coalesce(b.late_fee_cents, 0), coalesce(b.liquidated_damages_cents, 0),
        coalesce(b.extension_service_fee_cents, 0), coalesce(b.management_fee_cents, 0),
        coalesce(b.service_fee_cents, 0), coalesce(b.excise_cents, 0),
        coalesce(b.interest_cents, 0), coalesce(b.principal_cents, 0), coalesce(b.claim_cents, 0))
      is distinct from
        (coalesce(f.late_fee_cents, 0), coalesce(f.liquidated_damages_cents, 0),
        coalesce(f.extension_service_fee_cents, 0), coalesce(f.management_fee_cents, 0),
        coalesce(f.service_fee_cents, 0), coalesce(f.excise_cents, 0),
        coalesce(f.interest_cents, 0), coalesce(f.principal_cents, 0), coalesce(f.claim_cents, 0))
    order by 1`.execute(db);
  return rows.map((row) => row.billNo);
}
