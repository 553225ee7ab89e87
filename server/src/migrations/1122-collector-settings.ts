import { type Kysely, sql } from 'kysely';

/** What of a collection system a collector works: levels, and by bill products and caps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
  CREATE TABLE collector_settings (
    user_no text NOT NULL REFERENCES app_user,
    case_scope text NOT NULL CHECK (case_scope IN ('ORDER', 'BILL')),
    case_levels text[] NOT NULL DEFAULT '{}' CHECK (case_levels <@ ARRAY['S0', 'S1', 'S2', 'S3', 'S4', 'S5']),
    product_nos text[] NOT NULL DEFAULT '{}',
    bill_cap integer CHECK (bill_cap BETWEEN 0 AND 1000),
    amount_cap_cents bigint CHECK (amount_cap_cents > 0),
    join_auto_allot boolean,
    first_loan_whitelist boolean,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version integer NOT NULL DEFAULT 1,
    PRIMARY KEY (user_no, case_scope),
    CHECK (case_scope = 'BILL' OR (bill_cap IS NULL AND amount_cap_cents IS NULL AND product_nos = '{}'))
  );
  COMMENT ON TABLE collector_settings IS 'No row, empty lists and nulls: as the personnel record says, without limits of its own.';
`;
