import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { type MenuRow, readRows } from './rows.ts';

/** Takes the menu for this transaction alone: its rules are about entries together, not one by one. */
export async function lockMenu(tx: Tx): Promise<MenuRow[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('kituo menu', 0))`.execute(tx);
  return await readRows(tx);
}
