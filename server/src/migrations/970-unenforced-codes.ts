import { type Kysely, sql } from 'kysely';

/**
 * Five codes that nothing demands: everybody may change their own password, authenticator and settings, end their
 * own sessions and confirm an announcement. A tick that changes nothing is no permission.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(removal).execute(db);
}

const codes = `('host:password:change', 'host:mfa:bind', 'host:session:end', 'host:setting:update',
  'host:announcement:confirm')`;
const removal = `
  DELETE FROM role_code WHERE code IN ${codes};
  DELETE FROM menu WHERE menu_type = 'OPERATION' AND perms IN ${codes}
    AND NOT EXISTS (SELECT FROM menu below WHERE below.parent_menu_no = menu.menu_no);
`;
