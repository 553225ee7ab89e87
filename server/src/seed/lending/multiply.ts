import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import { CUSTOMER_COLUMNS, evidenceContent, evidenceJoin } from './copied-people.ts';
import { COPIED_TABLES, PEOPLE_COLUMNS } from './copied-tables.ts';
import { copied, type CopiedColumn, ID_STRIDE, KEY_PARTS, NUMBER_STRIDE } from './copy-columns.ts';

/** The most copies whose numbers, phones and identity cards stay distinct. */
export const MAX_COPIES = 890;

/**
 * Multiplies a book that was lived through: each copy has its own customers, numbers, keys and serial numbers,
 * and every journal, balance and state of the original, so what held for it holds for them. Triggers are off
 * in this one transaction alone, for they would check row by row what holds by construction.
 *
 * @throws Error where the book is no longer the lived one alone, or the account may not switch triggers off.
 */
export async function multiplyBook(
  db: Database,
  copies: number,
  onTable: (table: string) => void = () => undefined,
): Promise<void> {
  if (copies < 1) return;
  if (copies > MAX_COPIES) throw new RangeError(`at most ${MAX_COPIES} copies`);
  await db.transaction().execute(async (tx) => {
    await refuseGrownBook(tx);
    await sql`set local session_replication_role = 'replica'`.execute(tx);
    await sql`set local maintenance_work_mem = '512MB'`.execute(tx);
    await sql`set local work_mem = '128MB'`.execute(tx);
    const indexes = await takeIndexesOff(tx);
    for (const table of COPIED_TABLES) {
      await copyTable(tx, table, copies);
      onTable(table);
    }
    for (const definition of indexes) await sql.raw(definition).execute(tx);
    await advanceSequences(tx, copies);
  });
  for (const table of COPIED_TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

async function refuseGrownBook(tx: Tx): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select max(bill_no) as last from bill`.execute(tx);
  const last = Number(rows[0]?.last?.slice(1) ?? 0);
  if (last >= NUMBER_STRIDE) throw new Error('this book has been multiplied already');
}

/** Indexes that hold no rule: made at once afterwards they take a fraction of the time. */
async function takeIndexesOff(tx: Tx): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where i.indrelid = any(${COPIED_TABLES.map(String)}::regclass[]) and not indisunique
      and not exists (select from pg_inherits where inhrelid = i.indexrelid)`.execute(tx);
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(tx);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

async function copyTable(tx: Tx, table: string, copies: number): Promise<void> {
  const columns = await columnsOf(tx, table);
  const people = PEOPLE_COLUMNS.get(table);
  const expressions = columns.map((column) => expressionOf(table, column, people));
  // The phone alone tells whose copy's name and phone these are.
  const ofPeople = people
    ? `LEFT JOIN customer p ON p.phone = b.${people[0]} AND p.customer_no LIKE 'C0000%'
       LEFT JOIN customer n ON n.customer_no = overlay(p.customer_no placing c.k from 3 for 3)`
    : `CROSS JOIN LATERAL (SELECT c.n::bigint * ${NUMBER_STRIDE} + ${
        table === 'customer' ? 'right(b.customer_no, 5)::bigint' : '0'
      } AS number) p`;
  const join = table === 'order_evidence' ? evidenceJoin(copied(table, { name: 'order_no', type: 'text' })) : ofPeople;
  const lived = `lived_${table}`;
  const parts = columns.some(({ name }) => name === 'idempotency_key') ? `, ${KEY_PARTS}` : '';
  // A lead is nobody's customer: a copy would have the same number with the same merchant.
  const kept = table === 'contact_party' ? ` WHERE party_kind <> 'LEAD'` : '';
  await sql.raw(`CREATE TEMP TABLE ${lived} ON COMMIT DROP AS SELECT *${parts} FROM ${table}${kept}`).execute(tx);
  await sql.raw(`ANALYZE ${lived}`).execute(tx);
  const into = columns.map(({ name }) => name).join(', ');
  for (let copy = 1; copy <= copies; copy += 1) {
    const number = String(copy).padStart(3, '0');
    await sql
      .raw(
        `INSERT INTO ${table} (${into}) OVERRIDING SYSTEM VALUE
         SELECT ${expressions.join(', ')}
         FROM (SELECT ${copy}::bigint AS n, '${number}'::text AS k) c CROSS JOIN ${lived} b ${join}`,
      )
      .execute(tx);
  }
}

function expressionOf(
  table: string,
  column: CopiedColumn,
  people: readonly [string, string | null] | undefined,
): string {
  const { name } = column;
  if (table === 'order_evidence' && name === 'content') return evidenceContent(copied(table, column));
  if (table === 'customer') return CUSTOMER_COLUMNS.get(name) ?? copied(table, column);
  if (people?.[0] === name) return `coalesce(n.phone, b.${name})`;
  if (people?.[1] === name) return `coalesce(n.customer_name, b.${name})`;
  return copied(table, column);
}

/** Without what the database fills automatically: generated columns and the transaction that made a journal. */
async function columnsOf(tx: Tx, table: string): Promise<CopiedColumn[]> {
  const { rows } = await sql<CopiedColumn>`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> 'made_in' order by attnum`.execute(tx);
  return rows;
}

/** Numbers given from now on follow those of the last copy. */
async function advanceSequences(tx: Tx, copies: number): Promise<void> {
  const { rows } = await sql<{ name: string; isNumber: boolean }>`
    select distinct s.oid::regclass::text as name, format_type(a.atttypid, null) = 'text' as is_number
    from pg_depend d join pg_class s on s.oid = d.refobjid and s.relkind = 'S'
    join pg_attrdef f on f.oid = d.objid and d.classid = 'pg_attrdef'::regclass
    join pg_attribute a on a.attrelid = f.adrelid and a.attnum = f.adnum
    where f.adrelid = any(${COPIED_TABLES.map(String)}::regclass[])
    union select s.oid::regclass::text, false
    from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.deptype = 'i' and d.refobjid = any(${COPIED_TABLES.map(String)}::regclass[])
    union values ('journal_number', false), ('repayment_code_number', true)`.execute(tx);
  for (const { name, isNumber } of rows) {
    const step = copies * (isNumber ? NUMBER_STRIDE : ID_STRIDE);
    await sql`select setval(${name}::regclass, last_value + ${step}) from ${sql.raw(name)}`.execute(tx);
  }
}
