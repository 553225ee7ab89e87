import { type Kysely, sql } from 'kysely';

/** What a dictionary is called by language; `dict_name` is said where a language is not among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE dictionary ADD dict_names jsonb NOT NULL DEFAULT '{}'`.execute(db);
}
