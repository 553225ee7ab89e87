import { type Kysely, sql } from 'kysely';

/** Sampling rules that draw each Monday of the week before, and the week that each has drawn last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sampling_rule ADD draws_weekly boolean NOT NULL DEFAULT false, ADD drawn_from date`.execute(db);
}
