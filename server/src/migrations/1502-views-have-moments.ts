import { type Kysely, sql } from 'kysely';

const statements = [
  // When a customer saw content first that day: reports count what was known at a moment.
  sql`ALTER TABLE app_content_view ADD viewed_at timestamptz`,
  sql`UPDATE app_content_view SET viewed_at = ((viewed_on + 1)::timestamp AT TIME ZONE 'Africa/Nairobi') - interval '1 second'`,
  sql`ALTER TABLE app_content_view ALTER viewed_at SET DEFAULT now(), ALTER viewed_at SET NOT NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
