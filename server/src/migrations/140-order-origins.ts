import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * Where an application came from and what the models said of it, and the clock of its review: what lists
 * of orders filter by. `allotted_at` and `opened_at` belong to the lease that runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(origins).execute(db);
}

const origins = `
  ALTER TABLE loan_order
    ADD COLUMN third_party_order_no text CHECK (length(third_party_order_no) BETWEEN 1 AND 64),
    ADD COLUMN incoming_channel text,
    ADD COLUMN promotion_channel text,
    ADD COLUMN lending_channel text,
    ADD COLUMN data_source text,
    ADD COLUMN is_whitelisted boolean NOT NULL DEFAULT false,
    ADD COLUMN model_level text CHECK (model_level ~ '^[A-Z][0-9]?$'),
    ADD COLUMN allotted_at timestamptz,
    ADD COLUMN opened_at timestamptz;
  CREATE UNIQUE INDEX loan_order_third_party ON loan_order (merchant_no, third_party_order_no)
    WHERE third_party_order_no IS NOT NULL;
`;
