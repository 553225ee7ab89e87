import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** However somebody is frozen, their sessions end in the same transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
      CREATE FUNCTION end_sessions_of_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE session SET ended_at = now(), end_reason = 'FROZEN'
          WHERE user_no = NEW.user_no AND ended_at IS NULL;
        RETURN NULL;
      END $$;
      CREATE TRIGGER frozen_ends_sessions AFTER UPDATE OF user_status ON app_user
        FOR EACH ROW WHEN (OLD.user_status <> 'FROZEN' AND NEW.user_status = 'FROZEN')
        EXECUTE FUNCTION end_sessions_of_frozen();
      `,
    )
    .execute(db);
}
