import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Rule sets of risk control: each decision of the machine line by line, halts, and backtests of drafts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE risk_evaluation (
    evaluation_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_no text NOT NULL REFERENCES loan_order,
    merchant_no text NOT NULL REFERENCES merchant,
    rule_id text REFERENCES config_rule,
    version_no integer,
    decision text NOT NULL CHECK (decision IN ('REFUSE', 'MANUAL', 'PASS')),
    decided_by text,
    refuse_code text,
    is_halted boolean NOT NULL,
    facts jsonb NOT NULL,
    lines jsonb NOT NULL,
    evaluated_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX risk_evaluation_newest ON risk_evaluation (evaluated_at DESC, evaluation_id DESC);
  CREATE INDEX risk_evaluation_order ON risk_evaluation (order_no);
  CREATE INDEX risk_evaluation_rule ON risk_evaluation (rule_id, evaluated_at);
  CREATE FUNCTION keep_risk_evaluation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a decision of the machine is never changed'; END $$;
  CREATE TRIGGER risk_evaluation_kept BEFORE UPDATE OR DELETE ON risk_evaluation
    FOR EACH ROW EXECUTE FUNCTION keep_risk_evaluation();

  CREATE TABLE risk_halt (
    halt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    halted_at timestamptz NOT NULL DEFAULT now(),
    halted_by text NOT NULL REFERENCES app_user,
    reason text NOT NULL,
    resumed_at timestamptz,
    resumed_by text REFERENCES app_user
  );
  CREATE UNIQUE INDEX risk_halt_open ON risk_halt ((true)) WHERE resumed_at IS NULL;

  CREATE TABLE risk_backtest (
    job_no text PRIMARY KEY,
    rule_id text NOT NULL REFERENCES config_rule,
    version_no integer NOT NULL,
    days integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX risk_backtest_newest ON risk_backtest (rule_id, created_at DESC);
  CREATE TABLE risk_backtest_day (
    job_no text NOT NULL REFERENCES risk_backtest,
    day date NOT NULL,
    considered integer NOT NULL,
    flips jsonb NOT NULL,
    PRIMARY KEY (job_no, day)
  );

  DROP INDEX config_version_day;
  CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED') AND config_key NOT IN ('operation.loanLimit',
      'afterLoan.autoCancel', 'afterLoan.autoSettle', 'afterLoan.autoWriteOff', 'afterLoan.route', 'merchant.maturity',
      'merchant.consumptionPrice', 'merchant.orderAcquire', 'risk.ruleSet', 'risk.model');
`;
