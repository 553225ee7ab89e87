import { type Kysely, sql } from 'kysely';

/** Through what the calls of a dial task are made; null: as the lender's exchange allows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE call_task ADD COLUMN call_channel text CHECK (call_channel IN ('BROWSER', 'EXTENSION'))`.execute(
    db,
  );
}
