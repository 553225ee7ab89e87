import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The picture check that follows the slider: letters to read, and tickets that say which check they are of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
      -- What a picture of letters shows; null for a slide and a question.
      ALTER TABLE slider_check ADD COLUMN letters text;
      -- Of a ticket: the check that was passed. A question stands in for either.
      ALTER TABLE slider_check ADD COLUMN passed text
        CHECK (passed IN ('slide', 'question', 'letters'));
      `,
    )
    .execute(db);
}
