import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import { type Cents, sumCents } from './cents.ts';
import { COMPONENTS, type Component } from './components.ts';
import { refusalOf } from './database-refusals.ts';
import { imbalanceOf, type PostingLine } from './posting-line.ts';

export interface NewJournal {
  /** `RECEIPT`, `APPLICATION`, `LATE_FEE` …: which row of the posting matrix. */
  readonly kind: string;
  /** EAT. */
  readonly businessDate: string;
  readonly merchantNo: string;
  /** What made it: `{ type: 'APPLICATION', no: 'A2026…' }`. */
  readonly cause: { readonly type: string; readonly no: string };
  /** One effect a key: the same key with the same lines changes nothing, with others is refused. */
  readonly idempotencyKey: string;
  readonly lines: readonly PostingLine[];
  readonly makerUserNo?: string;
  readonly checkerUserNo?: string;
  /** The version of the rule that made the amounts, and the figures it was fed: "why this balance". */
  readonly rule?: { readonly version: string; readonly formula: Readonly<Record<string, unknown>> };
}

export interface PostedJournal {
  readonly journalId: number;
  /** False where the key had its effect already. */
  readonly isNew: boolean;
}

/**
 * The one writer of postings: writes journal, lines and the balances of the bills they touch, in one
 * round trip. Lock those bills first (`lockBills`), in a command that reads them.
 *
 * @throws AppError IDEMPOTENCY_KEY_REUSED, MAKER_IS_CHECKER, ABOVE_COMPONENT (a component would go
 *   below 0), JOURNAL_REVERSED, REVERSAL_FINAL. An unbalanced journal is a fault of ours: Error.
 */
export async function postJournal(
  tx: Tx,
  journal: NewJournal,
  reversesId: number | null = null,
): Promise<PostedJournal> {
  const off = imbalanceOf(journal.lines);
  if (journal.lines.length < 2 || off !== 0) {
    throw new Error(
      `${journal.kind} ${journal.cause.no}: ${journal.lines.length} lines off by ${off}`,
    );
  }
  if (journal.makerUserNo !== undefined && journal.makerUserNo === journal.checkerUserNo) {
    throw new AppError('MAKER_IS_CHECKER');
  }
  const hash = payloadHash(journal, reversesId);
  const deltas = billDeltas(journal.lines);
  try {
    const { rows } = await insertStatement(journal, reversesId, hash, deltas).execute(tx);
    const row = rows[0];
    if (!row) return await earlierJournal(tx, journal.idempotencyKey, hash);
    if (row.bills !== deltas.length) {
      throw new Error(`${journal.kind} ${journal.cause.no}: a bill has no balance row`);
    }
    return { journalId: row.journalId, isNew: true };
  } catch (error) {
    throw refusalOf(error);
  }
}

interface BillDelta {
  readonly billNo: string;
  readonly change: Readonly<Record<Component | 'CLAIM', Cents>>;
}

function insertStatement(
  journal: NewJournal,
  reversesId: number | null,
  hash: Buffer,
  deltas: readonly BillDelta[],
) {
  const { lines, businessDate, merchantNo } = journal;
  const column = <T>(of: (line: PostingLine) => T) => lines.map(of);
  const delta = (of: Component | 'CLAIM') => deltas.map((bill) => bill.change[of]);
  const formula = journal.rule ? JSON.stringify(journal.rule.formula) : null;
  return sql<{ journalId: number; bills: number }>`
    with key as (
      insert into journal_key (idempotency_key, journal_id, business_date, payload_hash)
      values (${journal.idempotencyKey}, nextval('journal_number'), ${businessDate}, ${hash})
      on conflict (idempotency_key) do nothing returning journal_id
    ), head as (
      insert into journal (journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
        rule_version, formula, idempotency_key, reverses_id, maker_user_no, checker_user_no)
      select journal_id, ${businessDate}::date, ${journal.kind}, ${merchantNo}, ${journal.cause.type},
        ${journal.cause.no}, ${journal.rule?.version ?? null}, ${formula}::jsonb,
        ${journal.idempotencyKey}, ${reversesId}::bigint, ${journal.makerUserNo ?? null},
        ${journal.checkerUserNo ?? null}
      from key
    ), body as (
      insert into posting (journal_id, line_no, business_date, merchant_no, account_code,
        amount_cents, customer_no, bill_no, flow_no, component)
      select key.journal_id, line.no, ${businessDate}::date, ${merchantNo}, line.account, line.cents,
        line.customer, line.bill, line.flow, line.component
      from key, unnest(${column((line) => line.account)}::text[],
        ${column((line) => line.amountCents)}::bigint[],
        ${column((line) => line.customerNo ?? null)}::text[],
        ${column((line) => line.billNo ?? null)}::text[],
        ${column((line) => line.flowNo ?? null)}::text[],
        ${column((line) => line.component ?? null)}::text[])
        with ordinality as line (account, cents, customer, bill, flow, component, no)
    ), balances as (
      update bill_balance b set
        late_fee_cents = b.late_fee_cents + d.late_fee,
        liquidated_damages_cents = b.liquidated_damages_cents + d.liquidated_damages,
        extension_service_fee_cents = b.extension_service_fee_cents + d.extension_service_fee,
        management_fee_cents = b.management_fee_cents + d.management_fee,
        service_fee_cents = b.service_fee_cents + d.service_fee,
        excise_cents = b.excise_cents + d.excise,
        interest_cents = b.interest_cents + d.interest,
        principal_cents = b.principal_cents + d.principal,
        claim_cents = b.claim_cents + d.claim,
        version = b.version + 1
      from key, unnest(${deltas.map((bill) => bill.billNo)}::text[],
        ${delta('LATE_FEE')}::bigint[], ${delta('LIQUIDATED_DAMAGES')}::bigint[],
        ${delta('EXTENSION_SERVICE_FEE')}::bigint[], ${delta('MANAGEMENT_FEE')}::bigint[],
        ${delta('SERVICE_FEE')}::bigint[], ${delta('EXCISE')}::bigint[],
        ${delta('INTEREST')}::bigint[], ${delta('PRINCIPAL')}::bigint[], ${delta('CLAIM')}::bigint[])
        as d (bill_no, late_fee, liquidated_damages, extension_service_fee, management_fee,
          service_fee, excise, interest, principal, claim)
      where b.bill_no = d.bill_no returning b.bill_no
    )
    select key.journal_id, (select count(*) from balances) as bills from key`;
}

/** How each bill's balance changes, bills in one fixed order so that writers never cross. */
function billDeltas(lines: readonly PostingLine[]): BillDelta[] {
  const billNos = [...new Set(lines.flatMap((line) => line.billNo ?? []))].sort();
  return billNos.flatMap((billNo) => {
    const own = lines.filter((line) => line.billNo === billNo);
    const on = (account: string) =>
      sumCents(own.filter((line) => line.account === account).map((line) => line.amountCents));
    const touches = own.some(
      (line) => line.account.startsWith('RECEIVABLE_') || line.account === 'MEMO_CLAIM',
    );
    if (!touches) return [];
    const change = { CLAIM: on('MEMO_CLAIM') } as Record<Component | 'CLAIM', Cents>;
    for (const component of COMPONENTS) change[component] = on(`RECEIVABLE_${component}`);
    return [{ billNo, change }];
  });
}

async function earlierJournal(tx: Tx, key: string, hash: Buffer): Promise<PostedJournal> {
  const earlier = await tx
    .selectFrom('journalKey')
    .select(['journalId', 'payloadHash'])
    .where('idempotencyKey', '=', key)
    .executeTakeFirstOrThrow();
  if (!earlier.payloadHash.equals(hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return { journalId: earlier.journalId, isNew: false };
}

function payloadHash(journal: NewJournal, reversesId: number | null): Buffer {
  const { kind, businessDate, merchantNo, cause } = journal;
  const lines = journal.lines.map((line) => [
    line.account,
    line.amountCents,
    line.customerNo ?? null,
    line.billNo ?? null,
    line.flowNo ?? null,
    line.component ?? null,
  ]);
  const text = JSON.stringify([
    kind,
    businessDate,
    merchantNo,
    cause.type,
    cause.no,
    reversesId,
    lines,
  ]);
  return createHash('sha256').update(text).digest();
}
