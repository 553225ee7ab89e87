import { role } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { grantsOf } from './grants.ts';
import { presentRole } from './present.ts';
import { readRoles } from './read.ts';

/** All roles: whoever has the page sees each. */
export const roles = defineList(
  role.page,
  (db) => db.selectFrom('role'),
  (by) => ({
    scope: () => null,
    key: 'roleNo',
    filters: {
      roleNo: by.contains('roleNo'),
      roleName: by.contains('roleName'),
      permission: (permission) =>
        sql<boolean>`(EXISTS (SELECT 1 FROM role_page rp
            WHERE rp.role_no = role.role_no AND rp.page_path = ${permission})
          OR EXISTS (SELECT 1 FROM role_code rc
            WHERE rc.role_no = role.role_no AND rc.code = ${permission}))`,
      updatedAt: ({ from, to }) =>
        sql<boolean>`(role.updated_at AT TIME ZONE 'Africa/Nairobi')::date
          BETWEEN ${from}::date AND ${to}::date`,
    },
    sorts: {
      roleNo: 'roleNo',
      roleName: 'roleName',
      users: sql`(select count(*) from user_role ur where ur.role_no = role.role_no)`,
      updatedAt: 'updatedAt',
    },
    first: [['roleNo', 'asc']],
    ties: 'asc',
    select: (query) => query.select('roleNo'),
    async rows(found, { db, caller }) {
      const records = await readRoles(
        db,
        found.map(({ roleNo }) => roleNo),
      );
      const grants = await grantsOf(db, caller);
      return records.map((record) => presentRole(caller, grants, record));
    },
  }),
);
