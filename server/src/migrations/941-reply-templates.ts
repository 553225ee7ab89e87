import { type Kysely, sql } from 'kysely';

/** Texts that answers to customers begin with; databases that were filled before get the code beside that of feedback. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(table).execute(db);
  await sql.raw(code).execute(db);
}

const table = `
  CREATE SEQUENCE reply_template_number;
  CREATE TABLE reply_template (
    reply_template_no text PRIMARY KEY DEFAULT 'RP' || lpad(nextval('reply_template_number')::text, 6, '0'),
    merchant_no text NOT NULL REFERENCES merchant,
    template_name text NOT NULL CHECK (length(template_name) BETWEEN 1 AND 64),
    language text NOT NULL CHECK (language IN ('en', 'sw')),
    content text NOT NULL CHECK (length(content) BETWEEN 1 AND 1000),
    is_enabled boolean NOT NULL DEFAULT true,
    updated_by text NOT NULL REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    version bigint NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX reply_template_once ON reply_template (merchant_no, language, lower(template_name));
`;

const code = `
  WITH placed AS (
    SELECT parent_menu_no AS parent, max(sort) + 10 AS sort FROM menu
    WHERE menu_type = 'OPERATION' AND perms LIKE 'customerService:feedback:%' AND parent_menu_no IS NOT NULL
      AND NOT EXISTS (SELECT FROM menu WHERE menu_type = 'OPERATION' AND perms = 'customerService:replyTemplate:save')
    GROUP BY parent_menu_no ORDER BY count(*) DESC, parent_menu_no LIMIT 1
  ), added AS (
    INSERT INTO menu (parent_menu_no, menu_type, menu_name, perms, sort)
    SELECT parent, 'OPERATION', jsonb_build_object('en', 'Save reply template', 'zh', '保存回复模板'),
      'customerService:replyTemplate:save', sort FROM placed
    ON CONFLICT DO NOTHING
    RETURNING perms
  )
  INSERT INTO role_code (role_no, code)
    SELECT role_no, perms FROM role CROSS JOIN added WHERE is_administrator
    ON CONFLICT DO NOTHING;
`;
