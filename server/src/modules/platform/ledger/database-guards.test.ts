import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../tests/support/database.ts';
import { addDays, businessDateOf } from '../policy/index.ts';
import { billPostings, flowPostings, amounts, openBillBalances, postJournal } from './index.ts';

/*
 * What the database itself refuses, asked of it directly in SQL: whoever writes past the ledger module
 * meets these walls.
 */
/** Of a month that has tables of its own, as the current one has. */
const DAY = businessDateOf(new Date());
const OTHER_DAY = addDays(DAY, -1);
const MONTH = `posting_${DAY.slice(0, 7).replace('-', '_')}`;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('migrated');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

let key = 0;
let journalId = 0;

/** A committed journal of two lines, to attack. */
beforeEach(async () => {
  key += 1;
  const posted = await database.db.transaction().execute(async (tx) => {
    await openBillBalances(tx, [`B${key}`]);
    return postJournal(tx, {
      kind: 'ACCRUAL',
      businessDate: DAY,
      merchantNo: 'M0001',
      cause: { type: 'TEST', no: 'T' },
      idempotencyKey: `guard-${key}`,
      lines: billPostings.accrual({ billNo: `B${key}`, accrued: amounts({ INTEREST: 100 }) }),
    });
  });
  journalId = posted.journalId;
});

/** A journal with its key and its lines (amount, account), in one statement as the ledger writes them. */
const journal = (
  id: number,
  lines: readonly (readonly [cents: number, account?: string])[],
  { reverses = null, key = true }: { readonly reverses?: number | null; readonly key?: boolean } = {},
) => `
  with key as (insert into journal_key
    select 'sql-${id}', ${id}, '${DAY}'::date, ''::bytea where ${key}),
  head as (insert into journal (journal_id, business_date, journal_kind, merchant_no, cause_type, cause_no,
    idempotency_key, reverses_id)
    values (${id}, '${DAY}', 'TEST', 'M0001', 'TEST', 'T', 'sql-${id}', ${reverses ?? 'null'}))
  ${lines.length === 0 ? 'select' : linesOf(id, 1, lines)};`;
const linesOf = (
  id: number,
  from: number,
  lines: readonly (readonly [cents: number, account?: string])[],
  into = 'posting',
) => `
  insert into ${into} (journal_id, line_no, business_date, merchant_no, account_code, amount_cents)
  values ${lines
    .map(
      ([cents, account = 'CHANNEL_CHARGES'], index) =>
        `(${id}, ${from + index}, '${DAY}', 'M0001', '${account}', ${cents})`,
    )
    .join(', ')}`;

async function refusedBy(statements: string): Promise<string> {
  try {
    // Several statements in one simple query are one transaction: the end of it is the commit.
    await client.query(statements);
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.constraint ?? error.message;
    throw error;
  }
  return 'nothing';
}

describe('the database refuses', () => {
  it('an unbalanced journal', async () => {
    const id = 1_000_000 + key;
    expect(await refusedBy(journal(id, [[100], [-99]]))).toBe('journal_is_balanced');
    const left = await client.query('select from journal where journal_id = $1', [id]);
    expect(left.rowCount).toBe(0);
    expect(await refusedBy(journal(id, [[100], [-100]]))).toBe('nothing');
  });

  it('a line that comes later in the transaction and does not balance', async () => {
    const id = 2_000_000 + key;
    const early = `${journal(id, [[5], [-5]])} ${linesOf(id, 3, [[7]])}`;
    expect(await refusedBy(early)).toBe('journal_is_balanced');
  });

  it('a journal without lines or without its key, and balanced lines for a closed one', async () => {
    expect(await refusedBy(journal(3_000_000 + key, []))).toBe('journal_has_postings');
    expect(await refusedBy(journal(3_100_000 + key, [[1], [-1]], { key: false }))).toBe('journal_has_key');
    const pair = [[100], [-100]] as const;
    expect(await refusedBy(linesOf(journalId, 8, pair))).toBe('journal_is_closed');
    expect(await refusedBy(linesOf(3_200_000 + key, 1, pair))).toBe('journal_is_closed');
  });

  it('lines that go straight into a month', async () => {
    await client.query(`select ensure_ledger_months('${DAY.slice(0, 8)}01', 1)`);
    for (const part of ['posting_rest', MONTH]) {
      expect(await refusedBy(linesOf(journalId, 8, [[1], [-1]], part))).toBe('ledger_is_whole');
    }
  });

  it.each(['posting', 'journal', 'journal_key', 'posting_rest', MONTH])('any change of %s', async (table) => {
    await client.query(`select ensure_ledger_months('${DAY.slice(0, 8)}01', 1)`);
    expect(await refusedBy(`truncate ${table} cascade`)).toMatch(/append-only/);
    const where = `where journal_id = ${journalId}`;
    if (table.endsWith('rest')) return;
    expect(await refusedBy(`delete from ${table} ${where}`)).toMatch(/append-only/);
    expect(await refusedBy(`update ${table} set business_date = '${OTHER_DAY}' ${where}`)).toMatch(/append-only/);
  });

  it('a second reversal, a reversal of a reversal, and one that is no mirror', async () => {
    const id = 4_000_000 + key * 10;
    const mirror = (of: number, as: number) =>
      journal(as, [], { reverses: of }).replace(
        /select;$/,
        `insert into posting (journal_id, line_no, business_date, merchant_no, account_code, amount_cents,
        customer_no, bill_no, flow_no, component)
      select ${as}, line_no, '${DAY}', merchant_no, account_code, -amount_cents, customer_no,
        bill_no, flow_no, component from posting where journal_id = ${of};`,
      );
    const other = journal(id, [[3], [-3]], { reverses: journalId });
    expect(await refusedBy(other)).toBe('reversal_mirrors');
    expect(await refusedBy(mirror(journalId, id + 1))).toBe('nothing');
    expect(await refusedBy(mirror(journalId, id + 2))).toBe('journal_reversal_pkey');
    expect(await refusedBy(mirror(id + 1, id + 3))).toBe('reversal_is_final');
  });

  it('a journal key twice, in any month', async () => {
    const twice = `insert into journal_key values ('guard-${key}', 77, '2030-01-01', '')`;
    expect(await refusedBy(twice)).toBe('journal_key_pkey');
  });

  it('a negative component and lines that name no bill, flow or customer', async () => {
    expect(await refusedBy(`update bill_balance set interest_cents = -1 where bill_no = 'B${key}'`)).toBe(
      'bill_balance_not_negative',
    );
    const id = 5_000_000 + key;
    for (const [account, constraint] of [
      ['RECEIVABLE_INTEREST', 'receivable_has_bill'],
      ['SUSPENSE', 'suspense_has_flow'],
      ['CUSTOMER_CREDIT', 'credit_has_customer'],
      ['MEMO_CLAIM', 'claim_has_bill'],
    ] as const) {
      expect(await refusedBy(journal(id, [[5, account]]))).toBe(constraint);
    }
  });

  it('a serial number twice a channel, and more use of a flow than its amount', async () => {
    const flow = (no: string, channel: string, code: string) => `
      insert into payment_flow (flow_no, merchant_no, payment_channel, payment_code, account_code,
        amount_cents, repay_time)
      values ('${no}', 'M0001', '${channel}', '${code}', 'BANK.MPESA_PAYBILL', 100, now());`;
    expect(await refusedBy(flow(`F${key}a`, 'MPESA', 'SGR7XYZ'))).toBe('nothing');
    expect(await refusedBy(flow(`F${key}b`, 'MPESA', 'SGR7XYZ'))).toBe('payment_flow_serial_once');
    expect(await refusedBy(flow(`F${key}c`, 'BANK', 'SGR7XYZ'))).toBe('nothing');
    const use = `update payment_flow set applied_cents = 60, held_cents = 41 where flow_no = 'F${key}a'`;
    expect(await refusedBy(use)).toBe('payment_flow_not_overused');
  });

  it('a second live or successful payout of one subject', async () => {
    const attempt = (count: number, status: string) => `
      insert into payout_attempt (attempt_no, merchant_no, subject_type, subject_no, attempt_count,
        payout_channel, account_code, amount_cents, attempt_status)
      values ('P${key}-${count}', 'M0001', 'LOAN', 'O${key}', ${count}, 'MPESA', 'BANK.MPESA_FLOAT',
        100, '${status}');`;
    expect(await refusedBy(attempt(1, 'FAILED') + attempt(2, 'UNKNOWN'))).toBe('nothing');
    for (const status of ['CREATED', 'SENT', 'UNKNOWN', 'SUCCESS']) {
      expect(await refusedBy(attempt(3, status)), status).toBe('payout_attempt_one_live');
    }
  });
});

describe('fifty writers at once', () => {
  it('never use more of a flow than it has', async () => {
    const lines = flowPostings.receipt({
      flowNo: 'F50',
      bank: 'BANK.MPESA_PAYBILL',
      amountCents: 100,
    });
    expect(lines).toHaveLength(2);
    await client.query(`insert into payment_flow (flow_no, merchant_no, payment_channel, payment_code,
      account_code, amount_cents, repay_time)
      values ('F50', 'M0001', 'MPESA', 'FIFTY', 'BANK.MPESA_PAYBILL', 100, now())`);
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        database.db
          .updateTable('paymentFlow')
          .set((eb) => ({ appliedCents: eb('appliedCents', '+', 3) }))
          .where('flowNo', '=', 'F50')
          .execute(),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(33);
    const flow = await database.db
      .selectFrom('paymentFlow')
      .select('writableCents')
      .where('flowNo', '=', 'F50')
      .executeTakeFirstOrThrow();
    expect(flow.writableCents).toBe(1);
  });
});
