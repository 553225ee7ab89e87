import { createHash } from 'node:crypto';
import type { dataRequest } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { Holding } from './holding.ts';
import { HOLDINGS } from './holdings.ts';
import { markFiles } from './erased-files.ts';
import { keptUntil, marksOf, type Person } from './person.ts';

/** A line of the plan and of the proof; its title is said when it is read. */
export type Line = Omit<dataRequest.ErasureLine, 'title'>;

/** What each table would do: erased, kept under a duty, or nothing there. */
export async function planErasure(db: Queryable, person: Person, keepYears: number): Promise<Line[]> {
  const until = await keptUntil(db, person, keepYears);
  const lines: Line[] = [];
  for (const held of HOLDINGS) lines.push(lineOf(held, await countRows(db, held, person), until));
  return lines;
}

function lineOf({ holding, duty, erase }: Holding, rows: number, until: string | null): Line {
  const isTimed = duty === 'LOAN' || duty === 'MONEY';
  const stands = erase === null || (isTimed && until !== null);
  if (rows === 0) return { holding, rows, decision: 'NONE', duty: null, keepUntil: null };
  if (!stands) return { holding, rows, decision: 'ERASED', duty: null, keepUntil: null };
  return { holding, rows, decision: 'KEPT', duty, keepUntil: isTimed ? until : null };
}

async function countRows(db: Queryable, { table, where }: Holding, person: Person): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} t where ${where(person)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Erases what no duty keeps, in the caller's transaction, and makes sure of it: a table that still holds the number or
 * the ID afterwards rolls everything back. Answers what was done.
 */
export async function eraseHoldings(tx: Tx, requestNo: string, person: Person, keepYears: number): Promise<Line[]> {
  const lines = await planErasure(tx, person, keepYears);
  // What lets append-only tables empty their personal columns, until this transaction ends.
  await sql`select set_config('kituo.erasure', ${requestNo}, true)`.execute(tx);
  const isErased = new Set(lines.flatMap(({ holding, decision }) => (decision === 'ERASED' ? [holding] : [])));
  await markFiles(tx, person, isErased);
  // A job that runs ends its item first, and takes none of these afterwards.
  await sql`select job_no from job where job_status in ('QUEUED', 'RUNNING') and job_no in (select i.job_no
    from job_item i where concat(i.input, i.result) like any(${marksOf(person)}::text[]))
    order by job_no for no key update`.execute(tx);
  // Children first: some are found by the numbers that their parents lose.
  const order = HOLDINGS.toSorted((one, other) => Number(isParent(one)) - Number(isParent(other)));
  for (const held of order) if (isErased.has(held.holding)) await eraseRows(tx, held, person);
  const keptTables = new Set(
    HOLDINGS.flatMap(({ holding, table }) =>
      lines.some((line) => line.holding === holding && line.decision === 'KEPT') ? [table] : [],
    ),
  );
  for (const held of order) {
    if (isErased.has(held.holding) && !keptTables.has(held.table)) await refuseLeft(tx, held, person);
  }
  return lines;
}

/** Others are found through its rows. */
const isParent = ({ table }: Holding): boolean => ['call_entry', 'app_advice', 'feedback', 'customer'].includes(table);

async function eraseRows(tx: Tx, { table, where, erase }: Holding, person: Person): Promise<void> {
  if (erase === null) return;
  const name = sql.table(table);
  if (erase === 'delete') await sql`delete from ${name} t where ${where(person)}`.execute(tx);
  else await sql`update ${name} t set ${erase(person)} where ${where(person)}`.execute(tx);
}

async function refuseLeft(tx: Tx, { holding, table, where }: Holding, person: Person): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} t where (${where(person)})
      and to_jsonb(t)::text like any(${marksOf(person)}::text[])`.execute(tx);
  if ((rows[0]?.count ?? 0) > 0) throw new Error(`${holding} still holds an erased person`);
}

/** The text that is kept as proof, and its hash. */
export function proofOf(requestNo: string, erasedAt: Date, lines: readonly Line[]): { content: string; hash: string } {
  const content = JSON.stringify({ requestNo, erasedAt: erasedAt.toISOString(), lines });
  return { content, hash: hashOf(content) };
}

export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The title of a holding in a language. */
export function titleOf(holding: string, lang: 'en' | 'zh'): string {
  return HOLDINGS.find((held) => held.holding === holding)?.[lang] ?? holding;
}
