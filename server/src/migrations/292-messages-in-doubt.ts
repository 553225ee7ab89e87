import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/**
 * A message is taken before it is sent, and what left without an answer is in doubt: never sent again, ended by the
 * gateway's word alone.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(doubts).execute(db);
}

const doubts = `
  ALTER TABLE message
    ADD began_at timestamptz,
    DROP CONSTRAINT message_message_status_check,
    ADD CONSTRAINT message_message_status_check
      CHECK (message_status IN ('QUEUED', 'SENDING', 'SENT', 'UNKNOWN', 'FAILED'));
  CREATE INDEX message_in_doubt ON message (destination)
    WHERE message_status IN ('SENDING', 'UNKNOWN');
  ALTER TABLE contact_dispatch ADD asked_at timestamptz;
  CREATE INDEX contact_dispatch_in_doubt ON contact_dispatch (phone)
    WHERE dispatch_status IN ('SENDING', 'UNKNOWN');
`;
