import { type Kysely, sql } from 'kysely';

/** Campaigns that write to each customer in the hour in which they answered most often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sms_marketing_task ADD by_customer_hour boolean NOT NULL DEFAULT false`.execute(db);
}
