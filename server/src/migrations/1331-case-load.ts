import { type Kysely, sql } from 'kysely';

/** What a case by bill weighs in a collector's load: half a case by order, as it was before it could be changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO regulatory_policy (policy_key, effective_from, value)
    VALUES ('caseLoad', '2020-01-01', '{"billWeightPercent": 50}')`.execute(db);
}
