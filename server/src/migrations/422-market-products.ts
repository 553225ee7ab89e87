import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Terms of partners' products, and whether customers see them. Those that were there are on the shelf. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}

const columns = `
  ALTER TABLE partner_product
    ADD COLUMN min_amount_cents bigint NOT NULL DEFAULT 50000 CHECK (min_amount_cents >= 0),
    ADD COLUMN max_amount_cents bigint NOT NULL DEFAULT 5000000,
    ADD COLUMN min_term_days integer NOT NULL DEFAULT 7 CHECK (min_term_days > 0),
    ADD COLUMN max_term_days integer NOT NULL DEFAULT 90,
    ADD COLUMN annual_rate_bps integer NOT NULL DEFAULT 0 CHECK (annual_rate_bps >= 0),
    ADD COLUMN fees_text text NOT NULL DEFAULT '-',
    ADD COLUMN apply_url text NOT NULL DEFAULT 'https://example.com/' CHECK (apply_url LIKE 'https://%'),
    ADD COLUMN daily_apply_cap integer NOT NULL DEFAULT -1 CHECK (daily_apply_cap >= -1),
    ADD COLUMN sort integer NOT NULL DEFAULT 100 CHECK (sort > 0),
    ADD COLUMN vip_level_no integer CHECK (vip_level_no >= 0),
    ADD COLUMN product_status text NOT NULL DEFAULT 'ON_SHELF'
      CHECK (product_status IN ('DRAFT', 'ON_SHELF', 'OFF_SHELF')),
    ADD COLUMN link_health text NOT NULL DEFAULT 'UNCHECKED' CHECK (link_health IN ('UNCHECKED', 'HEALTHY', 'BROKEN')),
    ADD COLUMN link_checked_at timestamptz,
    ADD CHECK (min_amount_cents <= max_amount_cents),
    ADD CHECK (min_term_days <= max_term_days);
  ALTER TABLE partner_product ALTER COLUMN product_status SET DEFAULT 'DRAFT';
`;
