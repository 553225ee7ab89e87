import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Versions of risk prices tried on past loans: a day of them each, and who would pay more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE risk_price_backtest (
    job_no text PRIMARY KEY,
    version_id text NOT NULL REFERENCES config_version,
    from_day date NOT NULL,
    to_day date NOT NULL CHECK (to_day >= from_day),
    -- What was compared: the cells of the version as they were, and the version that applied.
    value_hash text NOT NULL,
    against_version_no integer,
    started_by text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX risk_price_backtest_newest ON risk_price_backtest (version_id, created_at DESC);
  CREATE TABLE risk_price_backtest_day (
    job_no text NOT NULL REFERENCES risk_price_backtest,
    day date NOT NULL,
    considered integer NOT NULL,
    cells jsonb NOT NULL,
    PRIMARY KEY (job_no, day)
  );
  -- Customers count once a cell, however many loans they had.
  CREATE TABLE risk_price_backtest_payer (
    job_no text NOT NULL REFERENCES risk_price_backtest,
    cell_key text NOT NULL,
    customer_no text NOT NULL REFERENCES customer,
    PRIMARY KEY (job_no, cell_key, customer_no)
  );
`;
