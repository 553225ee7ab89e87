import { type Kysely, sql } from 'kysely';

/** Until when customers have an answer, in hours: as it was before it could be changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const value = { lowHours: 72, mediumHours: 48, highHours: 24, adviceHours: 48 };
  await sql`INSERT INTO regulatory_policy (policy_key, effective_from, value)
    VALUES ('answers', '2020-01-01', ${JSON.stringify(value)}::jsonb)`.execute(db);
}
