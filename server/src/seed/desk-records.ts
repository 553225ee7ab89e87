import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** `kind|roles|group|principal|daily limit`: everybody of the roles has a record, in a group under one principal. */
const DESKS = `
TELEMARKETER|R-006,R-014|Nairobi calls|U000030|150
SERVICE|R-007|Help desk|U000007|40
TRAFFIC|R-009|Acquisition|U000009|12
`;

/** Records of telemarketers, customer service and traffic staff; a frozen account's is frozen, too. */
export async function seedDeskRecords(tx: Tx): Promise<void> {
  for (const line of DESKS.trim().split('\n')) {
    const [kind = '', roles = '', group = '', principal = '', cap = ''] = line.split('|');
    await sql`INSERT INTO personnel (personnel_kind, user_no, group_name, principal_user_no, daily_cap,
        join_auto_allot, first_loan_whitelist, languages, personnel_status)
      SELECT ${kind}, u.user_no, ${group}, nullif(${principal}, u.user_no), ${Number(cap)},
        u.employee_category = 'OLD', u.employee_category = 'OLD', ARRAY['en', 'sw'], u.user_status
      FROM app_user u JOIN user_role r ON r.user_no = u.user_no WHERE r.role_no = any(${roles.split(',')})`.execute(tx);
    await sql`INSERT INTO personnel_merchant (personnel_kind, user_no, merchant_no)
      SELECT p.personnel_kind, p.user_no, m.merchant_no FROM personnel p
      JOIN user_merchant m ON m.user_no = p.user_no WHERE p.personnel_kind = ${kind}`.execute(tx);
  }
}
