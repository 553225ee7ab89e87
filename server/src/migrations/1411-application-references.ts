import { type Kysely, sql } from 'kysely';

/** What the partner calls an application that was sent on to it: a difference of counts is traced by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE market_event ADD partner_reference text CHECK (length(partner_reference) BETWEEN 1 AND 64)`.execute(
    db,
  );
}
