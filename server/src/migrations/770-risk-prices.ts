import { type Kysely, sql } from 'kysely';

/** Risk prices: the version that each order was priced by, and imports of prices with their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(prices).execute(db);
  await severalADay(db);
}

const prices = `
  ALTER TABLE loan_order
    ADD COLUMN pricing_version_no integer CHECK (pricing_version_no > 0),
    ADD COLUMN pricing_step_up_bps integer CHECK (pricing_step_up_bps BETWEEN 0 AND 10000),
    ADD CONSTRAINT loan_order_pricing CHECK ((pricing_version_no IS NULL) = (pricing_step_up_bps IS NULL));

  CREATE SEQUENCE risk_price_batch_number;
  CREATE TABLE risk_price_batch (
    batch_no text PRIMARY KEY DEFAULT 'PB' || lpad(nextval('risk_price_batch_number')::text, 9, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    job_no text NOT NULL,
    -- The version that came of it; none where it failed as a whole.
    version_id text UNIQUE REFERENCES config_version,
    rows integer NOT NULL CHECK (rows > 0),
    failed_rows integer NOT NULL CHECK (failed_rows >= 0),
    import_result text NOT NULL CHECK (import_result IN ('SUCCESS', 'PARTIAL_SUCCESS', 'FAILURE')),
    fault text,
    fault_facts jsonb,
    maker_user_no text NOT NULL REFERENCES app_user,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((version_id IS NULL) = (import_result = 'FAILURE')),
    CHECK ((fault IS NULL) = (version_id IS NOT NULL))
  );
  CREATE INDEX risk_price_batch_newest ON risk_price_batch (created_at DESC, batch_no DESC);

  -- Rows of an import, kept until its last one: they become one version.
  CREATE TABLE risk_price_row (
    job_no text NOT NULL,
    cell_key text NOT NULL,
    merchant_no text NOT NULL REFERENCES merchant,
    cell jsonb NOT NULL,
    batch_no text REFERENCES risk_price_batch,
    PRIMARY KEY (job_no, cell_key)
  );
`;

/** A matrix may have several versions on one day: adds to the keys that the index leaves out already. */
async function severalADay(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly key: string }>`
    SELECT DISTINCT found[1] AS key FROM pg_indexes,
      regexp_matches(indexdef, '''([A-Za-z]+\\.[A-Za-z]+)''', 'g') AS found
    WHERE indexname = 'config_version_day'`.execute(db);
  const keys = [...new Set([...rows.map(({ key }) => key), 'risk.pricing'])].toSorted();
  await sql`DROP INDEX config_version_day`.execute(db);
  await sql`CREATE UNIQUE INDEX config_version_day ON config_version (config_key, subject_no, effective_from)
    WHERE stored_status IN ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED')
      AND config_key NOT IN (${sql.join(keys.map((key) => sql.lit(key)))})`.execute(db);
}
