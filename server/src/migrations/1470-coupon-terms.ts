import { type Kysely, sql } from 'kysely';

/**
 * Coupon templates have terms by versions, and coupons may take off a share up to their amount. How a coupon was issued
 * is found by what issued it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(terms).execute(db);
}

const terms = `
  ALTER TABLE coupon_template
    ADD COLUMN discount_bps integer CHECK (discount_bps BETWEEN 1 AND 10000),
    ADD COLUMN terms_version_no integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT coupon_template_share CHECK (discount_bps IS NULL OR coupon_type <> 'INCREASE_LOAN_LIMIT');
  ALTER TABLE coupon ADD COLUMN discount_bps integer CHECK (discount_bps BETWEEN 1 AND 10000);
  CREATE INDEX activity_award_coupon ON activity_award (coupon_no) WHERE coupon_no IS NOT NULL;
`;
