import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Data rules of pages by role; whoever's rights they touch is told like of any other right. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

// Rules follow departments and merchants, so a change of those is a change of rights, too.
const tables = `
  CREATE TABLE menu_data_rule (
    menu_no text NOT NULL REFERENCES menu ON DELETE CASCADE,
    role_no text NOT NULL REFERENCES role ON DELETE CASCADE,
    row_scope text NOT NULL
      CHECK (row_scope IN ('ALL', 'MERCHANTS', 'DEPARTMENT_AND_BELOW', 'DEPARTMENT', 'SELF')),
    masked_fields text[] NOT NULL DEFAULT '{}',
    updated_by text REFERENCES app_user,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (menu_no, role_no)
  );
  CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OR DELETE ON menu_data_rule
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed_place AFTER INSERT OR DELETE OR UPDATE OF parent_dept_no ON department
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();
  CREATE TRIGGER rights_changed_new AFTER INSERT ON merchant
    FOR EACH STATEMENT EXECUTE FUNCTION bump_rights_epoch();

  CREATE UNIQUE INDEX menu_perms_unique ON menu (lower(perms))
    WHERE menu_type IN ('PAGE', 'OPERATION');
  ALTER TABLE menu ADD CHECK (parent_menu_no <> menu_no);
  ALTER TABLE change_request ADD maker_rows jsonb;
  INSERT INTO policy_setting (setting_key, value) VALUES ('makerChecker.menu', 'false')
    ON CONFLICT DO NOTHING;
`;
