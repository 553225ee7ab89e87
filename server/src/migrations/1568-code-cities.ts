import { type Kysely, sql } from 'kysely';

/** The city of the address that a code was asked from, as the network in front of the server names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE verification_code ADD city text CHECK (length(city) BETWEEN 1 AND 64)`.execute(db);
}
