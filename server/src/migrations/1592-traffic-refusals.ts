import { type Kysely, sql } from 'kysely';

/** Who came and was turned away by a traffic limit, once a day: what-ifs of limits count them. Kept for a week. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE traffic_refusal (
    merchant_no text NOT NULL,
    -- EAT.
    biz_date date NOT NULL,
    admission_kind text NOT NULL CHECK (admission_kind IN ('REGISTRATION', 'APPLICATION')),
    -- SHA-256 of the phone that would register, of the customer number that would apply.
    who_hash text NOT NULL,
    settled_orders integer NOT NULL CHECK (settled_orders >= 0),
    at timestamptz NOT NULL,
    PRIMARY KEY (merchant_no, biz_date, admission_kind, who_hash)
  )`.execute(db);
}
