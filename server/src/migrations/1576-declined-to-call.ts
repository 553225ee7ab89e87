import { type Kysely, sql } from 'kysely';

/**
 * Declined applicants who agreed to offers are called while their cool-off lasts, about a partner's product. Whoever
 * wants none of that disables the list type.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(declined).execute(db);
}

const declined = `
  ALTER TABLE call_entry ADD COLUMN market_product_no text REFERENCES partner_product,
    ADD CHECK (market_product_no IS NULL OR recommended_product_no IS NULL);
  CREATE INDEX loan_order_cooling ON loan_order (refused_at, cool_off_until)
    WHERE order_status IN ('MACHINE_REFUSED', 'REFUSED');
  INSERT INTO call_option (option_type, code, option_names, sort, rule)
  SELECT option_type, code, names::jsonb, sort, rule::jsonb FROM (VALUES
    ('LIST_TYPE', 'DECLINED', '{"en": "Declined applicants", "zh": "被拒申请人"}', 4,
      '{"isTargetEditable": false, "expireDays": 30, "maxAttempts": 3, "recycleDelayDays": 30, "recycleMax": 0, "customerStatuses": ["3"]}'),
    ('MARKETING_TARGET', 'PARTNER_PRODUCT', '{"en": "Partner’s product", "zh": "合作方产品"}', 4, '{}')
  ) AS of (option_type, code, names, sort, rule)
  ON CONFLICT (option_type, code) DO NOTHING;
`;
