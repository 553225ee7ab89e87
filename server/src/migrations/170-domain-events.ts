import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * What happened, for whoever follows it: written in the transaction of the command, handed on after it. The
 * log is kept, a partition a month; `domain_event_due` holds what is still to be handed on, so nothing is lost
 * between a commit and a crash, and nothing has to be looked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(events).execute(db);
}

const events = `
  CREATE TABLE domain_event (
    event_id bigint GENERATED ALWAYS AS IDENTITY,
    happened_at timestamptz NOT NULL DEFAULT now(),
    made_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    topic text NOT NULL,
    subject_type text NOT NULL,
    subject_no text NOT NULL,
    merchant_no text,
    user_no text,
    request_id text,
    before jsonb,
    after jsonb,
    PRIMARY KEY (happened_at, event_id)
  ) PARTITION BY RANGE (happened_at);
  CREATE TABLE domain_event_rest PARTITION OF domain_event DEFAULT;
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON domain_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON domain_event
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
  SELECT ensure_month_partitions('domain_event', 3);

  CREATE TABLE domain_event_due (
    event_id bigint PRIMARY KEY,
    happened_at timestamptz NOT NULL,
    subject_type text NOT NULL,
    subject_no text NOT NULL,
    delivered_to text[] NOT NULL DEFAULT '{}',
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    fault text
  );
  CREATE INDEX domain_event_due_subject ON domain_event_due (subject_type, subject_no, event_id);
`;
