import type { ParsedRequestOf, ReplyOf, role } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { anywhere } from '../../../db/like.ts';
import type { Call } from '../../../http/implement.ts';
import { grantsOf } from './grants.ts';
import { presentRole } from './present.ts';
import { readRoles } from './read.ts';

type Request = ParsedRequestOf<typeof role.page>;
type Reader = Pick<Call, 'caller' | 'db'>;

/** Roles that the filters match. */
function matching(db: Queryable, filters: Request['filters']) {
  let query = db.selectFrom('role');
  if (filters.roleNo) query = query.where('roleNo', 'ilike', anywhere(filters.roleNo));
  if (filters.roleName) query = query.where('roleName', 'ilike', anywhere(filters.roleName));
  const { permission, updatedAt } = filters;
  if (permission !== undefined) {
    query = query.where(
      sql<boolean>`EXISTS (SELECT 1 FROM role_page rp
          WHERE rp.role_no = role.role_no AND rp.page_path = ${permission})
        OR EXISTS (SELECT 1 FROM role_code rc
          WHERE rc.role_no = role.role_no AND rc.code = ${permission})`,
    );
  }
  if (updatedAt !== undefined) {
    query = query.where(
      sql<boolean>`(role.updated_at AT TIME ZONE 'Africa/Nairobi')::date
        BETWEEN ${updatedAt.from}::date AND ${updatedAt.to}::date`,
    );
  }
  return query;
}

function inOrder(query: ReturnType<typeof matching>, sort: Request['sort']) {
  const column =
    sort?.field === 'users'
      ? sql`(select count(*) from user_role ur where ur.role_no = role.role_no)`
      : sql.ref(`role.${sort?.field ?? 'roleNo'}`);
  return query
    .select('roleNo')
    .orderBy(column, sort?.direction ?? 'asc')
    .orderBy('roleNo');
}

async function present(found: readonly { readonly roleNo: string }[], { caller, db }: Reader): Promise<role.RoleRow[]> {
  const records = await readRoles(
    db,
    found.map(({ roleNo }) => roleNo),
  );
  const grants = await grantsOf(db, caller);
  return records.map((record) => presentRole(caller, grants, record));
}

export async function pageOfRoles(
  { filters, page, pageSize, sort }: Request,
  reader: Reader,
): Promise<ReplyOf<typeof role.page>> {
  const query = matching(reader.db, filters);
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await inOrder(query, sort)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows: await present(found, reader), total: Number(total), totalIsExact: true };
}

/** All that match, in order. */
export async function matchingRoles(
  filters: Request['filters'],
  sort: Request['sort'],
  reader: Reader,
): Promise<role.RoleRow[]> {
  return await present(await inOrder(matching(reader.db, filters), sort).execute(), reader);
}
