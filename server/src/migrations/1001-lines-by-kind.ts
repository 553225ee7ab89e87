import { type Kysely, sql } from 'kysely';

/** Most lines of a day are money in, and paired without being read: those of the other kinds are found by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX recon_line_kind ON recon_line (run_id, kind)`.execute(db);
  await sql`DROP INDEX recon_line_run`.execute(db);
}
