import { type Kysely, sql } from 'kysely';

/** Calls that come in while all who take calls are on one: they wait in line, those with priority first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(waiting).execute(db);
}

const waiting = `
  ALTER TABLE call DROP CONSTRAINT call_call_status_check;
  ALTER TABLE call ADD CONSTRAINT call_call_status_check CHECK (call_status IN
    ('WAITING', 'DIALLING', 'RINGING', 'ANSWERED', 'ENDED', 'BUSY', 'NO_ANSWER', 'FAILED'));
  ALTER TABLE call
    -- Of the caller's VIP level as the call came in.
    ADD has_hotline_priority boolean NOT NULL DEFAULT false,
    -- When the edge asked last; a caller whose edge asks no more is gone.
    ADD asked_at timestamptz;
  CREATE INDEX call_waiting ON call (asked_at) WHERE call_status = 'WAITING';
`;
