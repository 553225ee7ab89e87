import { type Kysely, sql } from 'kysely';

/** A task may leave out a tenth of whom it could raise, to see what the raise does. Who was left out stays so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE temporary_credit_task ADD holds_out boolean NOT NULL DEFAULT false`.execute(db);
  await sql`ALTER TABLE temporary_credit_item ADD is_held_out boolean NOT NULL DEFAULT false`.execute(db);
}
