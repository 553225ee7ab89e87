import { sql, type Kysely } from 'kysely';

/**
 * A browser is known from the first session on, so that guesses of strangers do not lock it out; whether a code
 * reached its owner there stands beside it. And the key that sealed what lies here, by its number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE known_device ADD COLUMN proved_by_code boolean NOT NULL DEFAULT true`.execute(db);
  await sql`CREATE TABLE vault_key (
    is_the_one boolean PRIMARY KEY DEFAULT true CHECK (is_the_one),
    key_id text NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
  )`.execute(db);
  await sql`INSERT INTO vault_key (key_id) SELECT min(key_id) FROM mfa_binding HAVING min(key_id) IS NOT NULL`.execute(
    db,
  );
}
