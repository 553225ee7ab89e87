import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What the gate let through and a gateway has still to take: written with the attempt, sent after the commit.
 * What was being sent when a process died is in doubt and never sent again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(dispatch).execute(db);
}

const dispatch = `
  CREATE TABLE contact_dispatch (
    attempt_id bigint PRIMARY KEY,
    channel text NOT NULL CHECK (channel IN ('CALL', 'SMS')),
    phone text NOT NULL,
    payload jsonb NOT NULL,
    dispatch_status text NOT NULL DEFAULT 'QUEUED'
      CHECK (dispatch_status IN ('QUEUED', 'SENDING', 'SENT', 'REFUSED', 'UNKNOWN')),
    fault text,
    queued_at timestamptz NOT NULL DEFAULT now(),
    began_at timestamptz,
    finished_at timestamptz
  );
  CREATE INDEX contact_dispatch_open ON contact_dispatch (queued_at)
    WHERE dispatch_status IN ('QUEUED', 'SENDING');
`;
