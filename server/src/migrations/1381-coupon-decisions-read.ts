import { type Kysely, sql } from 'kysely';

/** Coupons asked for in a call, and decisions that their applicant has read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE coupon_application
    ADD COLUMN record_no text REFERENCES in_call_record,
    ADD COLUMN read_at timestamptz`.execute(db);
  await sql`CREATE INDEX ON coupon_application (applicant_user_no, decided_at) WHERE read_at IS NULL`.execute(db);
}
