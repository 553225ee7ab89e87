import { type Kysely, sql } from 'kysely';

/** Databases that were filled before get the code for loss rates beside the others of the report; administrators hold it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(code).execute(db);
}

const code = `
  WITH placed AS (
    SELECT parent_menu_no AS parent, max(sort) + 10 AS sort FROM menu
    WHERE menu_type = 'OPERATION' AND perms LIKE 'report:financial:%' AND parent_menu_no IS NOT NULL
      AND NOT EXISTS (SELECT FROM menu WHERE menu_type = 'OPERATION' AND perms = 'report:financial:lossRate')
    GROUP BY parent_menu_no ORDER BY count(*) DESC, parent_menu_no LIMIT 1
  ), added AS (
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
    SELECT parent, 'OPERATION', jsonb_build_object('en', 'Loss rates in financial report', 'zh', '财务报表损失率'),
      'report:financial:lossRate', sort FROM placed
    ON CONFLICT DO NOTHING
    RETURNING perms
  )
  INSERT INTO role_code (role_no, code)
    SELECT role_no, perms FROM role CROSS JOIN added WHERE is_administrator
    ON CONFLICT DO NOTHING;
`;
