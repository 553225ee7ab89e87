import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Scoring models: who scores which share of applications, which customer belongs to which arm, and every score. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE SEQUENCE risk_test_number;
  CREATE TABLE risk_traffic (
    traffic_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    test_no text NOT NULL DEFAULT 'MT' || lpad(nextval('risk_test_number')::text, 6, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    loan_type text NOT NULL CHECK (loan_type IN ('FIRST', 'REPEAT')),
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz CHECK (ended_at >= started_at),
    maker_user_no text NOT NULL REFERENCES app_user,
    -- Null in the trial of a request alone.
    checker_user_no text REFERENCES app_user CHECK (checker_user_no <> maker_user_no)
  );
  CREATE UNIQUE INDEX risk_traffic_open ON risk_traffic (merchant_no, loan_type) WHERE ended_at IS NULL;
  CREATE INDEX risk_traffic_then ON risk_traffic (merchant_no, loan_type, started_at DESC);
  CREATE TABLE risk_traffic_arm (
    traffic_id bigint NOT NULL REFERENCES risk_traffic,
    rule_id text NOT NULL REFERENCES config_rule,
    model_role text NOT NULL CHECK (model_role IN ('CHAMPION', 'CHALLENGER', 'SHADOW')),
    traffic_percent integer NOT NULL CHECK (traffic_percent BETWEEN 0 AND 100),
    CHECK ((model_role = 'SHADOW') = (traffic_percent = 0)),
    PRIMARY KEY (traffic_id, rule_id)
  );
  CREATE UNIQUE INDEX risk_traffic_champion ON risk_traffic_arm (traffic_id) WHERE model_role = 'CHAMPION';
  CREATE INDEX risk_traffic_arm_rule ON risk_traffic_arm (rule_id);

  CREATE TABLE risk_test_customer (
    test_no text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    rule_id text NOT NULL REFERENCES config_rule,
    joined_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (test_no, customer_no)
  );
  CREATE INDEX risk_test_customer_arm ON risk_test_customer (test_no, rule_id);

  CREATE TABLE risk_score (
    score_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL REFERENCES loan_order,
    rule_id text NOT NULL REFERENCES config_rule,
    test_no text NOT NULL,
    model_role text NOT NULL CHECK (model_role IN ('CHAMPION', 'CHALLENGER', 'SHADOW')),
    version_no integer NOT NULL,
    score integer CHECK (score BETWEEN 0 AND 1000),
    model_level text CHECK (model_level ~ '^[A-Z][0-9]?$'),
    model_failure text CHECK (model_failure IN ('TIMEOUT', 'UNREACHABLE', 'REFUSED', 'INVALID', 'INPUT', 'LATE', 'PAUSED',
      'DISABLED')),
    trace jsonb NOT NULL,
    scored_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((score IS NULL) = (model_failure IS NOT NULL)),
    UNIQUE (order_no, rule_id)
  );
  CREATE INDEX risk_score_model ON risk_score (rule_id, scored_at);
  CREATE TRIGGER risk_score_kept BEFORE UPDATE OR DELETE ON risk_score
    FOR EACH ROW EXECUTE FUNCTION keep_risk_evaluation();

  ALTER TABLE risk_evaluation ADD COLUMN score jsonb;
`;
