import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { NamedInOrder } from './name-order.ts';
import type { MatchingUsers } from './matching-users.ts';
import type { UserSort } from './user-sort.ts';

/** Which of the rows in order are wanted. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
}

interface Numbered {
  readonly userNo: string;
}

type OwnField = Exclude<UserSort['field'], 'deptName'>;

const columns: Readonly<Record<OwnField, string>> = {
  userName: 'user_name',
  loginId: 'login_id',
  realName: 'real_name',
  jobNumber: 'job_number',
  userStatus: 'user_status',
  employeeStatus: 'employee_status',
  createdAt: 'created_at',
  lastSignInAt: 'last_sign_in_at',
};
const mayBeNull: ReadonlySet<UserSort['field']> = new Set(['jobNumber', 'lastSignInAt']);

/**
 * So many rows are looked at in their order: what matches often enough is found there. What does not,
 * because it stands together elsewhere in this order, is then read whole after all.
 */
const LOOKED_AT = 4_000;

/** The number goes along, so that equal rows keep one order from page to page. Each has its index. */
function orderBy(sort: UserSort | null): RawBuilder<unknown> {
  if (sort === null) return sql`app_user.user_no DESC`;
  const { field, direction } = sort;
  const column = sql.raw(field === 'deptName' ? 'dept_name' : `app_user.${columns[field]}`);
  if (direction === 'asc') return sql`${column}, app_user.user_no`;
  const nulls = sql.raw(mayBeNull.has(field) || field === 'deptName' ? 'NULLS LAST' : '');
  return sql`${column} DESC ${nulls}, app_user.user_no DESC`;
}

/** Accounts sorted, from a query that yields their number, department and what they are sorted by. */
function sorted(list: RawBuilder<unknown>, sort: UserSort | null): RawBuilder<Numbered> {
  const department = sort?.field === 'deptName' ? sql`LEFT JOIN department USING (dept_no)` : sql``;
  // `OFFSET 0` keeps the planner from reading the table in the order, whose first matches may be far away.
  return sql`
    SELECT user_no FROM (${list} OFFSET 0) AS app_user ${department} ORDER BY ${orderBy(sort)}
  `;
}

function neededFor(sort: UserSort | null) {
  const own = sort === null || sort.field === 'deptName' ? [] : [`appUser.${sort.field}` as const];
  return ['appUser.userNo', 'appUser.deptNo', ...own] as const;
}

/** The first that match among rows of the table in their order: among so many, or among those named. */
function among(found: MatchingUsers, sort: UserSort | null, rows: number, named: NamedInOrder | null) {
  const order = orderBy(sort);
  const first = named?.(rows) ?? sql`SELECT * FROM app_user ORDER BY ${order} LIMIT ${rows}`;
  return sql<Numbered>`
    WITH app_user AS (${first})
    SELECT user_no FROM ${found.select('appUser.userNo').orderBy(order)} AS app_user
  `;
}

/**
 * By the name of the department, which is no column of the account: of each department no more people
 * are read than the page may need, and departments are few.
 */
function byDepartment(found: MatchingUsers, direction: 'asc' | 'desc', most: number) {
  const some = found.select('appUser.userNo').orderBy('appUser.userNo', direction).limit(most);
  const way = sql.raw(direction);
  return sql<Numbered>`
    SELECT user_no FROM (
      SELECT d.dept_name, f.user_no FROM department d
        CROSS JOIN LATERAL ${some.where('appUser.deptNo', '=', sql<string>`d.dept_no`)} f
      UNION ALL SELECT NULL, n.user_no FROM ${some.where('appUser.deptNo', 'is', null)} n
    ) AS app_user ORDER BY dept_name ${way} NULLS LAST, user_no ${way}
  `;
}

async function read(db: Queryable, all: RawBuilder<Numbered>, { offset, limit }: Range): Promise<string[]> {
  const { rows } = await sql<Numbered>`${all} LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows.map(({ userNo }) => userNo);
}

/** A page of these accounts, in the order requested; the newest first where none is. */
export async function pageOfFew(
  db: Queryable,
  userNos: readonly string[],
  sort: UserSort | null,
  range: Range,
): Promise<string[]> {
  if (userNos.length === 0) return [];
  const list = db
    .selectFrom('appUser')
    .select(neededFor(sort))
    .where(sql<boolean>`app_user.user_no = ANY(${userNos})`);
  return await read(db, sorted(sql`${list}`, sort), range);
}

/** A page of the accounts found, of which there are many. */
export async function pageOfMany(
  db: Queryable,
  found: MatchingUsers,
  sort: UserSort | null,
  range: Range,
  named: NamedInOrder | null,
): Promise<string[]> {
  const most = range.offset + range.limit;
  if (sort?.field === 'deptName') return await read(db, byDepartment(found, sort.direction, most), range);
  const first = await read(db, among(found, sort, Math.max(LOOKED_AT, 4 * most), named), range);
  if (first.length === range.limit) return first;
  return await read(db, sorted(sql`${found.select(neededFor(sort))}`, sort), range);
}
