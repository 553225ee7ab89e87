import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/**
 * Products change by commands, so they carry a version. Databases that were filled before get the operations of the
 * customers' app and of regulatory limits where the others of their area stand; administrators hold them. A database
 * that is filled later gets them from the seed.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(products).execute(db);
  await sql.raw(operations).execute(db);
}

const products = `
  ALTER TABLE loan_product ADD version bigint NOT NULL DEFAULT 0;
`;

const operations = `
  WITH new (code, area, en, zh) AS (VALUES
    ('audit:order:intake', 'audit', 'Take in order', '进件订单'),
    ('operation:regulatoryPolicy:save', 'operation', 'Save regulatory limit', '保存监管参数'),
    ('operation:regulatoryPolicy:audit', 'operation', 'Decide regulatory limit', '审核监管参数')
  ), placed AS (
    -- Where most operations of the area stand: a house may have moved some.
    SELECT new.*, (SELECT parent_menu_no FROM menu
        WHERE menu_type = 'OPERATION' AND perms LIKE new.area || ':%' AND parent_menu_no IS NOT NULL
        GROUP BY parent_menu_no ORDER BY count(*) DESC, parent_menu_no LIMIT 1) AS parent
    FROM new
    WHERE NOT EXISTS (SELECT FROM menu WHERE menu_type = 'OPERATION' AND perms = new.code)
  ), added AS (
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
    SELECT parent, 'OPERATION', jsonb_build_object('en', en, 'zh', zh), code,
      (SELECT coalesce(max(sort), 0) FROM menu WHERE parent_menu_no = parent)
        + 10 * row_number() OVER (PARTITION BY parent ORDER BY code)
    FROM placed WHERE parent IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING perms
  )
  INSERT INTO role_code (role_no, code)
    SELECT role_no, perms FROM role CROSS JOIN added WHERE is_administrator
    ON CONFLICT DO NOTHING;
`;
