import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Whose roles and merchants an account has is in its row, too: lists and exports read one table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  await sql.raw(follow('user_role', 'role_no', 'role_nos')).execute(db);
  await sql.raw(follow('user_merchant', 'merchant_no', 'merchant_nos')).execute(db);
}

const columns = `
  ALTER TABLE app_user
    ADD COLUMN role_nos text[] NOT NULL DEFAULT '{}',
    ADD COLUMN merchant_nos text[] NOT NULL DEFAULT '{}';
  UPDATE app_user SET
    role_nos = ARRAY(SELECT role_no FROM user_role r WHERE r.user_no = app_user.user_no ORDER BY 1),
    merchant_nos = ARRAY(SELECT merchant_no FROM user_merchant m WHERE m.user_no = app_user.user_no ORDER BY 1);
  CREATE INDEX app_user_assignments ON app_user USING gin (role_nos, merchant_nos);
`;

// The database keeps the copy: nobody can forget it. The rows are locked first, in one order, and read by
// the statement after: what another transaction assigned meanwhile is then seen.
function follow(table: string, column: string, copy: string): string {
  const trigger = (event: string, rows: string) => `
    CREATE TRIGGER row_follows_${event}_${rows} AFTER ${event} ON ${table}
      REFERENCING ${rows} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION follow_${table}();`;
  return `
    CREATE FUNCTION follow_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM app_user WHERE user_no IN (SELECT user_no FROM changed) ORDER BY user_no FOR UPDATE;
      UPDATE app_user SET ${copy} = ARRAY(
          SELECT ${column} FROM ${table} t WHERE t.user_no = app_user.user_no ORDER BY 1)
        WHERE user_no IN (SELECT user_no FROM changed);
      RETURN NULL;
    END $$;
    ${trigger('INSERT', 'NEW')}
    ${trigger('DELETE', 'OLD')}
    ${trigger('UPDATE', 'OLD')}
    ${trigger('UPDATE', 'NEW')}
  `;
}
