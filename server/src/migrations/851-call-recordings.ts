import { type Kysely, sql } from 'kysely';

/** Recordings of calls in our own file store, for as many days as the policy says. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(recordings).execute(db);
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('callRecordings', '2020-01-01', ${JSON.stringify({ keepDays: 180 })}::jsonb)`.execute(db);
}

const recordings = `
  CREATE TABLE call_recording (
    -- Where the exchange has it.
    source_url text PRIMARY KEY,
    attempt_id bigint,
    told_at timestamptz NOT NULL DEFAULT now(),
    tries integer NOT NULL DEFAULT 0,
    next_try_at timestamptz NOT NULL DEFAULT now(),
    content_type text,
    bytes bigint,
    stored_at timestamptz,
    removed_at timestamptz,
    CHECK ((stored_at IS NULL) = (content_type IS NULL) AND (stored_at IS NULL) = (bytes IS NULL))
  );
  CREATE INDEX call_recording_waiting ON call_recording (next_try_at) WHERE stored_at IS NULL AND removed_at IS NULL;
  CREATE INDEX call_recording_kept ON call_recording (told_at) WHERE removed_at IS NULL;
  CREATE INDEX call_recording_attempt ON call_recording (attempt_id);
`;
