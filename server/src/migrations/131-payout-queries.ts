import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Questions about payouts lie in a partition a month. That one is asked once holds over all months, so its id
 * has a table of its own; asking it again writes nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(queries).execute(db);
}

const queries = `
  ALTER TABLE payout_query RENAME TO payout_query_whole;
  ALTER INDEX payout_query_attempt RENAME TO payout_query_whole_attempt;
  ALTER TABLE payout_query_whole RENAME CONSTRAINT payout_query_pkey TO payout_query_whole_pkey;
  CREATE TABLE payout_query_key (
    conversation_id text PRIMARY KEY,
    asked_at timestamptz NOT NULL
  );
  CREATE TABLE payout_query (
    conversation_id text NOT NULL,
    attempt_no text NOT NULL REFERENCES payout_attempt,
    asked_at timestamptz NOT NULL DEFAULT now(),
    answered_at timestamptz,
    result_code text,
    PRIMARY KEY (conversation_id, asked_at)
  ) PARTITION BY RANGE (asked_at);
  CREATE TABLE payout_query_rest PARTITION OF payout_query DEFAULT;
  CREATE INDEX payout_query_attempt ON payout_query (attempt_no, asked_at DESC);
  CREATE FUNCTION ask_once() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO payout_query_key VALUES (NEW.conversation_id, NEW.asked_at) ON CONFLICT DO NOTHING;
    RETURN CASE WHEN FOUND THEN NEW END;
  END $$;
  CREATE TRIGGER ask_once BEFORE INSERT ON payout_query FOR EACH ROW EXECUTE FUNCTION ask_once();
  SELECT ensure_month_partitions('payout_query', 3,
    coalesce((SELECT min(asked_at) FROM payout_query_whole), now()));
  INSERT INTO payout_query SELECT * FROM payout_query_whole;
  DROP TABLE payout_query_whole;
`;
