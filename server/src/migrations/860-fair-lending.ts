import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Fewer applications than this say more about single people than about a group. */
const POLICY = { minGroup: 30 };

/** The smallest group of the fairness check, dated like every number that a regulator may ask about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('fairLending', '2020-01-01', ${JSON.stringify(POLICY)}::jsonb)`.execute(db);
}
