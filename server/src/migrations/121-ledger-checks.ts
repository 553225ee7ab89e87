import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * The ledger's walls look once a statement at all it wrote, not once a line: a journal comes with its key and
 * its lines in one statement, and what a later statement adds to it in the same transaction must sum to 0 by
 * itself. The same is refused as before, at a tenth of the cost; foreign keys that said it again are gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [before, checks, months, room]) await sql.raw(part).execute(db);
}

const before = `
  DROP TRIGGER posting_checked ON posting;
  DROP TRIGGER journal_checked ON journal;
  DROP FUNCTION check_posting();
  DROP FUNCTION check_journal();
  ALTER TABLE posting DROP CONSTRAINT posting_journal_id_business_date_fkey;
  ALTER TABLE journal DROP CONSTRAINT journal_idempotency_key_journal_id_business_date_fkey;
  ALTER TABLE journal_key
    DROP CONSTRAINT journal_key_idempotency_key_journal_id_business_date_key;
`;

// OFFSET 0 keeps each lookup a walk down one index of one month, however many rows a statement has.
const checks = `
  CREATE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE bad record;
  BEGIN
    SELECT n.journal_id, n.balance, h.made_in INTO bad FROM (
      SELECT journal_id, business_date, sum(amount_cents) AS balance
      FROM line GROUP BY journal_id, business_date) n
    LEFT JOIN LATERAL (SELECT made_in FROM journal j
      WHERE j.journal_id = n.journal_id AND j.business_date = n.business_date OFFSET 0) h ON true
    WHERE n.balance <> 0 OR h.made_in IS DISTINCT FROM pg_current_xact_id() LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
    IF bad.made_in IS DISTINCT FROM pg_current_xact_id() THEN
      RAISE EXCEPTION 'journal % is closed', bad.journal_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_is_closed';
    END IF;
    RAISE EXCEPTION 'journal % is off by % cents', bad.journal_id, bad.balance
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_is_balanced';
  END $$;
  CREATE TRIGGER postings_checked AFTER INSERT ON posting
    REFERENCING NEW TABLE AS line FOR EACH STATEMENT EXECUTE FUNCTION check_postings();

  CREATE FUNCTION check_journals() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE bad record;
  BEGIN
    SELECT n.journal_id, k.journal_id IS NULL AS has_no_key INTO bad FROM head n
    LEFT JOIN LATERAL (SELECT k.journal_id FROM journal_key k
      WHERE k.idempotency_key = n.idempotency_key AND k.journal_id = n.journal_id
        AND k.business_date = n.business_date OFFSET 0) k ON true
    LEFT JOIN LATERAL (SELECT p.journal_id FROM posting p
      WHERE p.journal_id = n.journal_id AND p.business_date = n.business_date LIMIT 1) p ON true
    WHERE k.journal_id IS NULL OR p.journal_id IS NULL LIMIT 1;
    IF FOUND AND bad.has_no_key THEN
      RAISE EXCEPTION 'journal % has no key of its own', bad.journal_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_has_key';
    ELSIF FOUND THEN
      RAISE EXCEPTION 'journal % has no postings', bad.journal_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journal_has_postings';
    END IF;
    IF NOT EXISTS (SELECT FROM head WHERE reverses_id IS NOT NULL) THEN RETURN NULL; END IF;
    SELECT n.journal_id, n.reverses_id INTO bad FROM head n
    CROSS JOIN LATERAL (SELECT FROM posting p WHERE p.journal_id IN (n.journal_id, n.reverses_id)
      GROUP BY account_code, customer_no, bill_no, flow_no, component
      HAVING sum(amount_cents) <> 0 LIMIT 1) odd
    WHERE n.reverses_id IS NOT NULL LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'journal % does not mirror journal %', bad.journal_id, bad.reverses_id
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reversal_mirrors';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER journals_checked AFTER INSERT ON journal
    REFERENCING NEW TABLE AS head FOR EACH STATEMENT EXECUTE FUNCTION check_journals();
`;

// What goes straight into a month would pass the checks of the whole.
const months = `
  CREATE FUNCTION refuse_month() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is one month of a ledger', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledger_is_whole';
  END $$;
  CREATE OR REPLACE FUNCTION ensure_ledger_months(first_month date, months integer) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE month date; parent text; part text;
  BEGIN
    FOR i IN 0..months - 1 LOOP
      month := (date_trunc('month', first_month) + make_interval(months => i))::date;
      FOREACH parent IN ARRAY ARRAY['journal', 'posting'] LOOP
        part := parent || '_' || to_char(month, 'YYYY_MM');
        CONTINUE WHEN to_regclass(part) IS NOT NULL;
        BEGIN
          EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
            part, parent, month, (month + interval '1 month')::date);
          EXECUTE format('CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', part);
          EXECUTE format('CREATE TRIGGER month_of_whole BEFORE INSERT ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION refuse_month()', part);
        EXCEPTION WHEN check_violation THEN
          RAISE NOTICE 'the rows of % stay in %_rest', part, parent;
        END;
      END LOOP;
    END LOOP;
  END $$;
  DO $$ DECLARE part regclass;
  BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits
      WHERE inhparent IN ('journal'::regclass, 'posting'::regclass) LOOP
      EXECUTE format('CREATE TRIGGER month_of_whole BEFORE INSERT ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_month()', part);
    END LOOP;
  END $$;
`;

// A balance changes in place as long as its page has room, and touches no index then.
const room = `
  ALTER TABLE bill_balance SET (fillfactor = 70);
  ALTER TABLE payment_flow SET (fillfactor = 85);
`;
