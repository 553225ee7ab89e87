import { type Kysely, sql } from 'kysely';

/** Coupons granted by an imported file: its rows are gathered into applications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE coupon_application ADD import_job_no text`.execute(db);
  await sql`CREATE INDEX coupon_application_import ON coupon_application (import_job_no)
    WHERE import_job_no IS NOT NULL`.execute(db);
  await sql`CREATE INDEX coupon_application_asked ON coupon_application (applicant_user_no, created_at)`.execute(db);
}
