import { type Kysely, sql } from 'kysely';

/** Sums of closed days by measure and merchant, and what the nightly comparison with the ledger found of each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE report_day (
    business_date date PRIMARY KEY,
    definition_version text NOT NULL,
    built_at timestamptz NOT NULL,
    checked_at timestamptz NOT NULL,
    -- What differed from the ledger; the day is not closed while it is there.
    fault text,
    fault_at timestamptz,
    CHECK ((fault IS NULL) = (fault_at IS NULL))
  );
  CREATE TABLE report_daily (
    report text NOT NULL,
    business_date date NOT NULL REFERENCES report_day ON DELETE CASCADE,
    merchant_no text NOT NULL,
    measure text NOT NULL,
    figure bigint NOT NULL,
    PRIMARY KEY (report, business_date, merchant_no, measure)
  );
`;
