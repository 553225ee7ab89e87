import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/**
 * A list of a million orders answers as one of forty. Each filter that picks few has an index in the order
 * of the list, so that a page, and a count up to a bound, are read off it and never sorted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [filters, work, people, names]) await sql.raw(part).execute(db);
}

// What the summary adds up is in the first one, so that a month is counted without its rows.
const filters = `
  CREATE INDEX loan_order_by_apply ON loan_order (apply_time DESC, order_no DESC)
    INCLUDE (merchant_no, order_status, applied_cents, approved_cents, lending_time, product_no, loan_type);
  CREATE INDEX loan_order_by_status ON loan_order (order_status, apply_time DESC, order_no DESC)
    INCLUDE (merchant_no);
  DROP INDEX loan_order_status;
  CREATE INDEX loan_order_by_product ON loan_order (product_no, apply_time DESC, order_no DESC);
  CREATE INDEX loan_order_by_auditor ON loan_order (auditor_user_no, apply_time DESC, order_no DESC)
    WHERE auditor_user_no IS NOT NULL;
  CREATE INDEX loan_order_by_refusal ON loan_order (refuse_code, apply_time DESC, order_no DESC)
    WHERE refuse_code IS NOT NULL;
  CREATE INDEX loan_order_by_model ON loan_order (model_level, apply_time DESC, order_no DESC)
    WHERE model_level IS NOT NULL;
  CREATE INDEX loan_order_by_incoming ON loan_order (incoming_channel, apply_time DESC, order_no DESC)
    WHERE incoming_channel IS NOT NULL;
  CREATE INDEX loan_order_by_promotion ON loan_order (promotion_channel, apply_time DESC, order_no DESC)
    WHERE promotion_channel IS NOT NULL;
  CREATE INDEX loan_order_by_source ON loan_order (data_source, apply_time DESC, order_no DESC)
    WHERE data_source IS NOT NULL;
  CREATE INDEX loan_order_whitelisted ON loan_order (apply_time DESC, order_no DESC)
    INCLUDE (merchant_no) WHERE is_whitelisted;
  CREATE INDEX loan_order_by_audit ON loan_order (audit_time DESC, order_no DESC)
    WHERE audit_time IS NOT NULL;
  CREATE INDEX loan_order_by_lending ON loan_order (lending_time DESC, order_no DESC)
    WHERE lending_time IS NOT NULL;
  CREATE INDEX loan_order_third_party_number ON loan_order (third_party_order_no)
    WHERE third_party_order_no IS NOT NULL;
`;

// What waits and what is under review is small beside the whole book.
const work = `
  CREATE INDEX loan_order_waiting ON loan_order (apply_time, order_no)
    WHERE order_status = 'TO_ALLOCATE';
  CREATE INDEX loan_order_unopened ON loan_order (lease_ends_at)
    WHERE order_status = 'PENDING_REVIEW' AND opened_at IS NULL;
`;

const people = `
  CREATE INDEX customer_phone ON customer (phone);
  CREATE INDEX customer_id ON customer (id_card_no);
`;

// Text anywhere in a name is found by its groups of three letters, where the extension may be had.
const names = `
  DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX customer_names ON customer USING gin (customer_name gin_trgm_ops)
      WITH (fastupdate = off);
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE NOTICE 'without pg_trgm, searching names reads every customer';
  END $$;
`;
