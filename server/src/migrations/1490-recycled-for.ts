import { type Kysely, sql } from 'kysely';

/**
 * Why an entry had been abandoned when it was recycled last, and when that was: what recycling yields, by reason. Of
 * entries recycled earlier the reason is lost, the moment is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_entry ADD recycled_for text, ADD recycled_at timestamptz`.execute(db);
  await sql`UPDATE call_entry e SET recycled_at = (SELECT max(a.at) FROM call_assignment a
      WHERE a.entry_id = e.entry_id AND a.cause = 'recycle') WHERE e.recycle_count > 0`.execute(db);
}
