import { type Kysely, sql } from 'kysely';

/** What each night proposes for the pool of bad debt, and of the pool for charge-off, with its reasons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE bad_debt_proposal (
    case_no text PRIMARY KEY REFERENCES collection_case,
    proposed_for text NOT NULL CHECK (proposed_for IN ('POOL', 'CHARGE_OFF')),
    reasons text[] NOT NULL CHECK (cardinality(reasons) > 0),
    proposed_on date NOT NULL,
    as_of date NOT NULL
  )`.execute(db);
}
