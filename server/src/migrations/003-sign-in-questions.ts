import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The slider check as a question for who cannot see the picture; secrets that sign tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
      -- A question's answer; null for a picture, whose notch_left then counts.
      ALTER TABLE slider_check ADD COLUMN answer integer;
      CREATE TABLE server_secret (
        purpose text PRIMARY KEY,
        secret bytea NOT NULL DEFAULT sha256(gen_random_uuid()::text::bytea || gen_random_uuid()::text::bytea)
      );
      `,
    )
    .execute(db);
}
