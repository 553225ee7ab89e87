import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Queryable } from '../../db/database.ts';
import type { DataScope } from '../../http/implement.ts';
import type { UserSort } from './order.ts';
import type { MatchingUsers } from './query.ts';

/**
 * Every account that matches, in order, two thousand at a time: each batch goes on where the one before
 * ended, so nothing is held between them, neither a transaction nor a list of numbers. The database joins
 * the fields of a batch to one text: a million rows as objects of the driver take longer than the file.
 */
export const BATCH = 2_000;

/** Between fields and between rows. Control characters, taken out of what people typed. */
const FIELD = '\u001f';
const ROW = '\u001e';

/** A part of the order within which one column and the number say where to go on. */
interface Stretch {
  readonly where: RawBuilder<SqlBool>;
  readonly key: { readonly column: RawBuilder<unknown>; readonly type: RawBuilder<unknown> } | null;
  readonly direction: 'asc' | 'desc';
}

const everyone = sql<SqlBool>`true`;
const keys = {
  userName: ['user_name', 'text'],
  loginId: ['login_id', 'text'],
  realName: ['real_name', 'text'],
  jobNumber: ['job_number', 'text'],
  userStatus: ['user_status', 'text'],
  employeeStatus: ['employee_status', 'text'],
  createdAt: ['created_at', 'timestamptz'],
  lastSignInAt: ['last_sign_in_at', 'timestamptz'],
} as const;

async function departmentsByName(db: Queryable, direction: 'asc' | 'desc'): Promise<string[][]> {
  const rows = await db
    .selectFrom('department')
    .select(sql<string[]>`array_agg(dept_no)`.as('deptNos'))
    .groupBy('deptName')
    .orderBy('deptName', direction)
    .execute();
  return rows.map(({ deptNos }) => deptNos);
}

/** The order of the list, nulls last, as stretches. */
async function stretchesOf(db: Queryable, sort: UserSort | null): Promise<readonly Stretch[]> {
  if (sort === null) return [{ where: everyone, key: null, direction: 'desc' }];
  const { field, direction } = sort;
  if (field === 'deptName') {
    const groups = await departmentsByName(db, direction);
    const within = (where: RawBuilder<SqlBool>): Stretch => ({ where, key: null, direction });
    return [
      ...groups.map((deptNos) => within(sql<SqlBool>`app_user.dept_no = ANY(${deptNos})`)),
      within(sql<SqlBool>`app_user.dept_no IS NULL`),
    ];
  }
  const [name, type] = keys[field];
  const column = sql`${sql.ref(`app_user.${name}`)}`;
  return [
    { where: sql<SqlBool>`${column} IS NOT NULL`, key: { column, type: sql.raw(type) }, direction },
    { where: sql<SqlBool>`${column} IS NULL`, key: null, direction },
  ];
}

interface Place {
  readonly userNo: string;
  readonly key: string;
}

function after({ key, direction }: Stretch, place: Place | null): Expression<SqlBool> {
  if (place === null) return everyone;
  const than = sql.raw(direction === 'asc' ? '>' : '<');
  if (key === null) return sql<SqlBool>`app_user.user_no ${than} ${place.userNo}`;
  const value = sql`${place.key}::${key.type}`;
  return sql<SqlBool>`(${key.column}, app_user.user_no) ${than} (${value}, ${place.userNo})`;
}

/** What a walk reads of each account: SQL over `app_user`, as text. */
export type WalkFields = readonly RawBuilder<unknown>[];

export interface WalkBatch {
  /** The fields of each account, null as an empty text. */
  readonly rows: readonly (readonly string[])[];
  /** By account, their numbers joined by commas. */
  readonly roleNos: ReadonlyMap<string, string>;
  readonly merchantNos: ReadonlyMap<string, string>;
}

interface RawBatch {
  readonly text: string | null;
  readonly roles: string | null;
  readonly merchants: string | null;
}

async function readBatch(
  db: Queryable,
  found: MatchingUsers,
  walk: { fields: WalkFields; scope: DataScope },
  stretch: Stretch,
  place: Place | null,
): Promise<RawBatch> {
  const { key, direction } = stretch;
  const way = sql.raw(direction);
  const order = key ? sql`${key.column} ${way}, app_user.user_no ${way}` : sql`app_user.user_no ${way}`; // prettier-ignore
  const fields = walk.fields.map((field) => sql`coalesce((${field})::text, '')`);
  const all = sql.join([
    ...fields,
    key ? sql`${key.column}::text` : sql`''`,
    sql`app_user.user_no`,
  ]);
  const chosen = found
    .where(stretch.where)
    .where(after(stretch, place))
    .select(['appUser.userNo', sql<string>`concat_ws(${FIELD}, ${all})`.as('line')])
    .orderBy(order)
    .limit(BATCH);
  const isMine =
    walk.scope === 'all' ? everyone : sql`merchant_no = ANY(${[...walk.scope.merchantNos]})`;
  const grouped = (table: string, column: string, where: RawBuilder<unknown>) => sql`
    (SELECT string_agg(line, ${ROW}) FROM (
      SELECT user_no || ${FIELD} || string_agg(${sql.ref(column)}, ',' ORDER BY ${sql.ref(column)}) AS line
      FROM ${sql.table(table)} WHERE user_no = ANY(ARRAY(SELECT user_no FROM chosen)) AND ${where}
      GROUP BY user_no) AS lines)`;
  const { rows } = await sql<RawBatch>`
    WITH chosen AS MATERIALIZED ${chosen}
    SELECT (SELECT string_agg(line, ${ROW}) FROM chosen) AS text,
      ${grouped('user_role', 'role_no', everyone)} AS roles,
      ${grouped('user_merchant', 'merchant_no', isMine)} AS merchants
  `.execute(db);
  return rows[0] ?? { text: null, roles: null, merchants: null };
}

function pairs(text: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (text === null) return found;
  for (const line of text.split(ROW)) {
    const end = line.indexOf(FIELD);
    found.set(line.slice(0, end), line.slice(end + 1));
  }
  return found;
}

/** Reads ahead by one batch: the database works while the one before becomes a file. */
export async function* walkUsers(
  db: Queryable,
  found: MatchingUsers,
  sort: UserSort | null,
  walk: { readonly fields: WalkFields; readonly scope: DataScope },
): AsyncGenerator<WalkBatch> {
  for (const stretch of await stretchesOf(db, sort)) {
    let next: Promise<RawBatch> | null = readBatch(db, found, walk, stretch, null);
    while (next !== null) {
      const { text, roles, merchants }: RawBatch = await next;
      if (text === null) break;
      const rows: string[][] = text.split(ROW).map((line) => line.split(FIELD));
      const last = rows.at(-1);
      const userNo = last?.at(-1) ?? '';
      const place = { userNo, key: last?.at(-2) ?? '' };
      next = rows.length < BATCH ? null : readBatch(db, found, walk, stretch, place);
      // Awaited in the next turn; should there be none, its failure is nobody's.
      next?.catch(() => undefined);
      yield { rows, roleNos: pairs(roles), merchantNos: pairs(merchants) };
    }
  }
}
