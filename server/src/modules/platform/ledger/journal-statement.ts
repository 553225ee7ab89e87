import { sql } from 'kysely';
import type { PostingLine } from './posting-line.ts';

/** A journal ready to be written. */
export interface JournalRow {
  readonly idempotencyKey: string;
  readonly payloadHash: Buffer;
  readonly businessDate: string;
  readonly kind: string;
  readonly merchantNo: string;
  readonly causeType: string;
  readonly causeNo: string;
  readonly ruleVersion: string | null;
  /** JSON. */
  readonly formula: string | null;
  readonly reversesId: number | null;
  readonly makerUserNo: string | null;
  readonly checkerUserNo: string | null;
  readonly lines: readonly PostingLine[];
}

export interface WrittenJournal {
  readonly idempotencyKey: string;
  readonly journalId: number;
  /** Bills that were posted to and have no balance row: 0, or a fault. */
  readonly missingBills: number;
}

/**
 * Journals, their lines and the balances of the bills they touch, in one statement. A key that exists
 * is skipped with all that hangs on it, and missing from the answer. Keys are distinct within a call.
 */
export function journalStatement(journals: readonly JournalRow[]) {
  const lines = journals.flatMap((journal, index) =>
    journal.lines.map((line, at) => ({ ...line, journal: index + 1, lineNo: at + 1 })),
  );
  const head = <T>(of: (journal: JournalRow) => T) => journals.map(of);
  const body = <T>(of: (line: (typeof lines)[number]) => T) => lines.map(of);
  return sql<WrittenJournal>`/* prepared */
    with input as (
      select * from unnest(${head((j) => j.idempotencyKey)}::text[],
        ${head((j) => j.payloadHash)}::bytea[], ${head((j) => j.businessDate)}::date[],
        ${head((j) => j.kind)}::text[], ${head((j) => j.merchantNo)}::text[],
        ${head((j) => j.causeType)}::text[], ${head((j) => j.causeNo)}::text[],
        ${head((j) => j.ruleVersion)}::text[], ${head((j) => j.formula)}::text[],
        ${head((j) => j.reversesId)}::bigint[], ${head((j) => j.makerUserNo)}::text[],
        ${head((j) => j.checkerUserNo)}::text[])
        with ordinality as j (idempotency_key, payload_hash, business_date, journal_kind, merchant_no,
          cause_type, cause_no, rule_version, formula, reverses_id, maker_user_no, checker_user_no, no)
    ), line as (
      select * from unnest(${body((l) => l.journal)}::int[], ${body((l) => l.lineNo)}::smallint[],
        ${body((l) => l.account)}::text[], ${body((l) => l.amountCents)}::bigint[],
        ${body((l) => l.customerNo ?? null)}::text[], ${body((l) => l.billNo ?? null)}::text[],
        ${body((l) => l.flowNo ?? null)}::text[], ${body((l) => l.component ?? null)}::text[])
        as l (journal, line_no, account_code, amount_cents, customer_no, bill_no, flow_no, component)
    ), key as (
      insert into journal_key (idempotency_key, journal_id, business_date, payload_hash)
      select idempotency_key, nextval('journal_number'), business_date, payload_hash from input
      on conflict (idempotency_key) do nothing returning idempotency_key, journal_id
    ), head as (
      insert into journal (journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
        rule_version, formula, idempotency_key, reverses_id, maker_user_no, checker_user_no)
      select journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
        rule_version, formula::jsonb, idempotency_key, reverses_id, maker_user_no, checker_user_no
      from key join input using (idempotency_key)
    ), body as (
      insert into posting (journal_id, line_no, business_date, merchant_no, account_code,
        amount_cents, customer_no, bill_no, flow_no, component)
      select key.journal_id, line.line_no, input.business_date, input.merchant_no, line.account_code,
        line.amount_cents, line.customer_no, line.bill_no, line.flow_no, line.component
      from key join input using (idempotency_key) join line on line.journal = input.no
      returning bill_no, account_code, amount_cents
    ), change as (
      select bill_no, ${sumOf('LATE_FEE')} as late_fee,
        ${sumOf('LIQUIDATED_DAMAGES')} as liquidated_damages,
        ${sumOf('EXTENSION_SERVICE_FEE')} as extension_service_fee,
        ${sumOf('MANAGEMENT_FEE')} as management_fee, ${sumOf('SERVICE_FEE')} as service_fee,
        ${sumOf('EXCISE')} as excise, ${sumOf('INTEREST')} as interest,
        ${sumOf('PRINCIPAL')} as principal,
        coalesce(sum(amount_cents) filter (where account_code = 'MEMO_CLAIM'), 0)::bigint as claim
      from body where starts_with(account_code, 'RECEIVABLE_') or account_code = 'MEMO_CLAIM'
      group by bill_no
    ), balance as (
      update bill_balance b set
        late_fee_cents = b.late_fee_cents + c.late_fee,
        liquidated_damages_cents = b.liquidated_damages_cents + c.liquidated_damages,
        extension_service_fee_cents = b.extension_service_fee_cents + c.extension_service_fee,
        management_fee_cents = b.management_fee_cents + c.management_fee,
        service_fee_cents = b.service_fee_cents + c.service_fee,
        excise_cents = b.excise_cents + c.excise,
        interest_cents = b.interest_cents + c.interest,
        principal_cents = b.principal_cents + c.principal,
        claim_cents = b.claim_cents + c.claim,
        version = b.version + 1
      from change c where b.bill_no = c.bill_no returning b.bill_no
    )
    select idempotency_key, journal_id,
      (select count(*) from change) - (select count(*) from balance) as missing_bills
    from key`;
}

const sumOf = (component: string) =>
  sql`coalesce(sum(amount_cents) filter (where account_code = ${sql.lit(`RECEIVABLE_${component}`)}), 0)::bigint`;
