import { type Kysely, sql } from 'kysely';

/**
 * Whether the company's default rules decide where a merchant has no rule set of its own. They did for every merchant
 * so far; of a new one it is agreed before it opens. Databases that were filled before get the code beside that of the
 * traffic limits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE merchant ADD takes_default_rules boolean NOT NULL DEFAULT true`.execute(db);
  await sql.raw(code).execute(db);
}

const code = `
  WITH placed AS (
    SELECT parent_menu_no AS parent, sort FROM menu
    WHERE menu_type = 'OPERATION' AND perms = 'operation:orgMerchant:trafficLimit'
      AND NOT EXISTS (SELECT FROM menu WHERE menu_type = 'OPERATION' AND perms = 'operation:orgMerchant:riskConfig')
    ORDER BY menu_no LIMIT 1
  ), added AS (
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
    SELECT parent, 'OPERATION', jsonb_build_object('en', 'Risk rules of merchant', 'zh', '商户风控规则'),
      'operation:orgMerchant:riskConfig', sort FROM placed
    ON CONFLICT DO NOTHING
    RETURNING perms
  )
  INSERT INTO role_code (role_no, code)
    SELECT role_no, perms FROM role CROSS JOIN added WHERE is_administrator
    ON CONFLICT DO NOTHING;
`;
