import { sql } from 'kysely';
import type { QueryExecutorProvider } from 'kysely';

/**
 * Databases that were filled before sections had a page of their own: the page and its operation stand below
 * the catalogue of UserManagement, and roles of administrators hold them. A database that is filled later gets
 * them from the seed; where the page stands already, nothing changes.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(entries).execute(db);
}

const entries = `
  DO $$
  DECLARE
    catalogue text;
    sections text;
    operations text;
    place integer;
  BEGIN
    SELECT parent_menu_no INTO catalogue FROM menu
      WHERE menu_type = 'PAGE' AND lower(perms) = '/admincontent/usersystem/usermanagement';
    IF catalogue IS NULL OR EXISTS (SELECT FROM menu WHERE menu_type = 'PAGE'
        AND lower(perms) = '/admincontent/usersystem/pluginmanagement') THEN
      RETURN;
    END IF;
    SELECT max(sort) + 10 INTO place FROM menu WHERE parent_menu_no = catalogue;
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
      VALUES (catalogue, 'PAGE', '{"en": "Sections", "zh": "模块管理"}',
        '/AdminContent/UserSystem/PluginManagement', place)
      RETURNING menu_no INTO sections;
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
      VALUES (sections, 'OPERATION', '{"en": "Operate section", "zh": "运维模块"}',
        'user:section:operate', 10)
      ON CONFLICT DO NOTHING;

    -- Where the operations of that area stand: a house may have moved them.
    SELECT parent_menu_no INTO operations FROM menu
      WHERE menu_type = 'OPERATION' AND perms LIKE 'operation:%' AND parent_menu_no IS NOT NULL
      GROUP BY parent_menu_no ORDER BY count(*) DESC LIMIT 1;
    IF operations IS NOT NULL THEN
      SELECT max(sort) INTO place FROM menu WHERE parent_menu_no = operations;
      INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort) VALUES
        (operations, 'OPERATION', '{"en": "Try plugin of one’s own", "zh": "开发调试自有插件"}',
          'operation:plugin:develop', place + 10),
        (operations, 'OPERATION', '{"en": "Publish plugin of one’s own", "zh": "发布自有插件"}',
          'operation:plugin:publish', place + 20)
        ON CONFLICT DO NOTHING;
    END IF;

    INSERT INTO role_page (role_no, page_path)
      SELECT role_no, '/admincontent/usersystem/pluginmanagement' FROM role WHERE is_administrator
      ON CONFLICT DO NOTHING;
    -- Trying code of one's own is nobody's by the way.
    INSERT INTO role_code (role_no, code)
      SELECT role_no, code FROM role
        CROSS JOIN (VALUES ('user:section:operate'), ('operation:plugin:publish')) AS new (code)
      WHERE is_administrator
      ON CONFLICT DO NOTHING;
  END $$;
`;
