import { type Kysely, sql } from 'kysely';

/** An award whose loan is open again is revoked while its coupon is unused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE activity_award DROP CONSTRAINT activity_award_award_outcome_check`.execute(db);
  await sql`ALTER TABLE activity_award ADD CHECK (award_outcome IN ('AWARDED', 'REVOKED', 'BUDGET', 'CUSTOMER_MAX',
    'DAY_MAX', 'TEMPLATE_OFF'))`.execute(db);
}
