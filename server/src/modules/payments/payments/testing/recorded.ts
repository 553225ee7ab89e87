import type { Database } from '../../../../db/database.ts';

/** Everything that was recorded in this database: each command leaves a record that names it. */
export async function recordedActions(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('auditLog').select('action').distinct().execute();
  return rows.map(({ action }) => action);
}
