import { type Kysely, sql } from 'kysely';

/** The contract that a customer agreed to with an application: its words, whatever its template says later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(contracts).execute(db);
}

const contracts = `
  CREATE TABLE order_contract (
    order_no text PRIMARY KEY REFERENCES loan_order,
    rule_id text NOT NULL,
    version_no integer NOT NULL,
    contract_title text NOT NULL,
    contract_text text NOT NULL,
    signed_at timestamptz NOT NULL DEFAULT now()
  );
`;
