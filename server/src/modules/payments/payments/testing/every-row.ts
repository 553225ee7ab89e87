import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../../db/database.ts';

/** Tables that a refused command may not add to; with sums of what its rows could be changed in. */
const TABLES = [
  'journal',
  'posting',
  'journal_key',
  'payment_application',
  'write_off_task',
  'deduction',
  'charge_off',
  'refund',
  'payout_attempt',
  'payment_flow',
  'bill',
  'order_event',
  'audit_log',
  'domain_event',
  'domain_event_due',
  'idempotency_record',
  'message',
  'feedback_event',
  'robot_task_item',
  'ai_task_item',
];

/** Every row of the engine, as figures to compare: counts, and a digest of the states that move. */
export async function everyRow(db: Database): Promise<unknown> {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ');
  const { rows } = await sql<Record<string, unknown>>`select ${sql.raw(counts)},
    (select md5(string_agg(x::text, '|' order by bill_no)) from bill_balance x) as balances,
    (select md5(string_agg(b::text, '|' order by bill_no)) from bill b) as bills,
    (select md5(string_agg(f::text, '|' order by flow_no)) from payment_flow f) as flows,
    (select md5(string_agg(o::text, '|' order by order_no)) from loan_order o) as orders,
    (select md5(string_agg(d::text, '|' order by deduction_no)) from deduction d) as waivers,
    (select md5(string_agg(r::text, '|' order by refund_no)) from refund r) as refunds,
    (select md5(string_agg(a::text, '|' order by attempt_no)) from payout_attempt a) as attempts
    `.execute(db);
  return rows[0];
}

/** Every row of the tables named, digested: what a refused command may not have touched. */
async function digestOf(db: Database, tables: readonly string[]): Promise<unknown> {
  const digests = tables.map(
    (table) => `(select count(*) || ' ' || coalesce(md5(string_agg(md5(x::text), '' order by md5(x::text))), '')
      from ${table} x) as ${table}`,
  );
  const { rows } = await sql<Record<string, string>>`select ${sql.raw(digests.join(', '))}`.execute(db);
  return rows[0];
}

type Refused = Promise<{ readonly data: { readonly error?: string } }>;

/** Expects a call to be refused by this name, with the engine's rows and those of the tables as they were. */
export async function expectRefusal(
  db: Database,
  tables: readonly string[],
  error: string,
  call: () => Refused,
  label = error,
): Promise<void> {
  const read = async () => [await everyRow(db), await digestOf(db, tables)];
  const before = await read();
  expect((await call()).data.error, label).toBe(error);
  expect(await read(), `${label} wrote`).toEqual(before);
}
