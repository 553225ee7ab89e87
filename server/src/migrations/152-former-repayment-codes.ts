import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Codes that were replaced: somebody saved the old one in their phone, and what they pay still belongs to the order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(former).execute(db);
}

const former = `
  CREATE TABLE former_repayment_code (
    repayment_code text PRIMARY KEY,
    order_no text NOT NULL REFERENCES loan_order,
    replaced_at timestamptz NOT NULL DEFAULT now()
  );
  ALTER TABLE loan_order ADD COLUMN cool_off_until date;
`;
