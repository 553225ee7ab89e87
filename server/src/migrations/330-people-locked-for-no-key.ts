import { type Kysely, sql } from 'kysely';

/** The row of a person whose roles or merchants change is locked as commands lock it: inserts that name the person go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const copies = [
    ['user_role', 'role_no', 'role_nos'],
    ['user_merchant', 'merchant_no', 'merchant_nos'],
  ] as const;
  for (const [table, column, copy] of copies) await sql.raw(follow(table, column, copy)).execute(db);
}

const follow = (table: string, column: string, copy: string): string => `
  CREATE OR REPLACE FUNCTION follow_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM app_user WHERE user_no IN (SELECT user_no FROM changed) ORDER BY user_no
      FOR NO KEY UPDATE;
    UPDATE app_user SET ${copy} = ARRAY(
        SELECT ${column} FROM ${table} t WHERE t.user_no = app_user.user_no ORDER BY 1)
      WHERE user_no IN (SELECT user_no FROM changed);
    RETURN NULL;
  END $$;
`;
