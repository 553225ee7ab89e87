import { type Kysely, sql } from 'kysely';

/**
 * A payment that is told late counts from the day on which the customer paid: the days between are charged once more, on
 * what was owed then. `charge_round` counts how often a bill's days were, so that each charge keeps a key of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bill add column charge_round integer not null default 0`.execute(db);
}
