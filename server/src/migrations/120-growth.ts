import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Histories of orders lie in a partition a month. A month whose rows already stand in the rest partition
 * stays there, so that a station that slept for months starts again. What is left of a bill to charge is
 * found in the order in which the end of day takes it; the days done stand in `accrued_through` and in the
 * keys of their journals, and in no table of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [months, events, endOfDay]) await sql.raw(part).execute(db);
}

const months = `
  DROP FUNCTION ensure_month_partitions(text, integer);
  CREATE FUNCTION ensure_month_partitions(
    parent text, months_ahead integer, first_month timestamptz DEFAULT now()) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    month timestamp := date_trunc('month', first_month AT TIME ZONE 'UTC');
    last timestamp := date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => months_ahead);
    part text;
  BEGIN
    WHILE month <= last LOOP
      part := parent || '_' || to_char(month, 'YYYY_MM');
      IF to_regclass(part) IS NULL THEN
        BEGIN
          EXECUTE format(
            'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
            part, parent, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        EXCEPTION WHEN check_violation THEN
          RAISE NOTICE 'the rows of % stay in %_rest', part, parent;
        END;
      END IF;
      month := month + interval '1 month';
    END LOOP;
  END $$;
`;

const events = `
  ALTER TABLE order_event RENAME TO order_event_whole;
  ALTER INDEX order_event_order RENAME TO order_event_whole_order;
  CREATE SEQUENCE order_event_number;
  CREATE TABLE order_event (
    event_id bigint NOT NULL DEFAULT nextval('order_event_number'),
    order_no text NOT NULL REFERENCES loan_order,
    command text NOT NULL,
    from_status text NOT NULL,
    to_status text NOT NULL,
    user_no text,
    remark text,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (event_id, at)
  ) PARTITION BY RANGE (at);
  CREATE TABLE order_event_rest PARTITION OF order_event DEFAULT;
  CREATE INDEX order_event_order ON order_event (order_no, event_id);
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON order_event
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
  SELECT ensure_month_partitions('order_event', 3,
    coalesce((SELECT min(at) FROM order_event_whole), now()));
  INSERT INTO order_event (event_id, order_no, command, from_status, to_status, user_no, remark, at)
    SELECT event_id, order_no, command, from_status, to_status, user_no, remark, at
    FROM order_event_whole;
  SELECT setval('order_event_number', coalesce((SELECT max(event_id) FROM order_event), 0) + 1, false);
  DROP TABLE order_event_whole;
`;

const endOfDay = `
  DROP TABLE bill_day;
  DROP INDEX bill_to_accrue;
  CREATE INDEX bill_to_accrue ON bill (accrued_through, bill_no) WHERE bill_status = 'ACTIVE';
`;
