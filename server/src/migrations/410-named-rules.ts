import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Named rules: several a merchant and family, each with versions of its own, and what each of them did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// Disabling writes down through which version: a later one that is approved enables the rule again. Rules are
// disabled and enabled more than once a day, so several versions of a day follow one another.
const tables = `
  CREATE SEQUENCE config_rule_number;
  CREATE TABLE config_rule (
    rule_id text PRIMARY KEY DEFAULT 'R' || lpad(nextval('config_rule_number')::text, 6, '0'),
    config_key text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    disabled_through integer NOT NULL DEFAULT 0,
    last_run_at timestamptz,
    last_run_items integer,
    created_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1
  );
  CREATE INDEX config_rule_of_merchant ON config_rule (config_key, merchant_no);

  CREATE TABLE config_rule_item (
    item_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    rule_id text NOT NULL REFERENCES config_rule,
    version_no integer NOT NULL,
    run_at timestamptz NOT NULL,
    subject_no text NOT NULL,
    outcome text NOT NULL,
    amount_cents bigint NOT NULL,
    facts jsonb NOT NULL DEFAULT '{}',
    at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX config_rule_item_run ON config_rule_item (rule_id, run_at DESC, item_id);

  DROP INDEX config_version_day;
  CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND config_key NOT IN ('operation.loanLimit',
      'afterLoan.autoCancel', 'afterLoan.autoSettle', 'afterLoan.autoWriteOff', 'afterLoan.route');

  CREATE VIEW config_rule_now AS
    SELECT r.*, r.merchant_no || '_' || r.rule_id AS subject_no,
      coalesce(held.version_no > r.disabled_through, false) AS is_enabled,
      CASE WHEN held.version_no > r.disabled_through THEN 'ENABLED'
        WHEN held.version_no IS NOT NULL OR r.disabled_through > 0 AND shown.version_status <> 'PENDING' THEN 'DISABLED'
        ELSE shown.version_status END AS rule_status,
      shown.value, shown.version_no, shown.effective_from,
      EXISTS (SELECT FROM config_version p WHERE p.config_key = r.config_key
        AND p.subject_no = r.merchant_no || '_' || r.rule_id AND p.stored_status = 'PENDING') AS has_pending
    FROM config_rule r
    LEFT JOIN LATERAL (SELECT v.version_no FROM config_version v
      WHERE v.config_key = r.config_key AND v.subject_no = r.merchant_no || '_' || r.rule_id
        AND v.stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND v.in_force_from <= now()
      ORDER BY v.in_force_from DESC LIMIT 1) held ON true
    JOIN LATERAL (SELECT v.value, v.version_no, v.effective_from, v.version_status FROM config_version_now v
      WHERE v.config_key = r.config_key AND v.subject_no = r.merchant_no || '_' || r.rule_id
      ORDER BY (v.version_no IS NOT DISTINCT FROM held.version_no) DESC, v.version_no DESC LIMIT 1) shown ON true;
`;
