import { type Kysely, sql } from 'kysely';

/**
 * A code that nothing demands: rule sets, models and prices belong to a merchant, and each page has codes of its own. A
 * tick that changes nothing is no permission.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(removal).execute(db);
}

const removal = `
  DELETE FROM role_code WHERE code = 'operation:orgMerchant:riskConfig';
  DELETE FROM menu WHERE menu_type = 'OPERATION' AND perms = 'operation:orgMerchant:riskConfig'
    AND NOT EXISTS (SELECT FROM menu below WHERE below.parent_menu_no = menu.menu_no);
`;
