import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** In whose books a number was blocked, and on what grounds somebody may be contacted after all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE contact_block
    ADD COLUMN merchant_no text REFERENCES merchant,
    ADD COLUMN lift_voucher_ids text[],
    ADD COLUMN version bigint NOT NULL DEFAULT 0;
  UPDATE contact_block b SET merchant_no = c.merchant_no FROM customer c WHERE c.customer_no = b.customer_no;
  ALTER TABLE contact_party
    ADD COLUMN consent_voucher_ids text[] NOT NULL DEFAULT '{}',
    ADD COLUMN version bigint NOT NULL DEFAULT 0;
`;
