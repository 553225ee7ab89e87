import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../db/database.ts';
import { FIELD, PackedRows, ROW, type PackedColumn, type WrittenRows } from '../exports/index.ts';
import type { UserSort } from './order.ts';
import type { MatchingUsers } from './query.ts';

/**
 * Every account that matches, in order, two thousand at a time: each batch goes on where the one before
 * ended, so nothing is held between them, neither a transaction nor a list of numbers. The database joins
 * the fields of a batch to one text: a million rows as objects of the driver take longer than the file.
 */
export const BATCH = 2_000;
/** So few rows a text: what is long, or waits for its turn, is cleared away late. */
const PART = 250;

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

/** What a walk reads of each account: SQL over `app_user`, shown as text, and null as an empty one. */
export interface WalkColumn extends PackedColumn {
  readonly field: RawBuilder<unknown>;
}

/** Some rows of a batch as one text. */
interface RawPart {
  readonly text: string;
  readonly rows: number;
}

interface Walk {
  readonly db: Queryable;
  readonly found: MatchingUsers;
  readonly columns: readonly WalkColumn[];
  readonly packed: PackedRows;
}

async function readBatch(
  { db, found, columns }: Walk,
  stretch: Stretch,
  place: Place | null,
  isCleaned = false,
): Promise<readonly RawPart[]> {
  const { key, direction } = stretch;
  const way = sql.raw(direction);
  const order = key ? sql`${key.column} ${way}, app_user.user_no ${way}` : sql`app_user.user_no ${way}`; // prettier-ignore
  const clean = (field: RawBuilder<unknown>) =>
    isCleaned ? sql`translate((${field})::text, ${FIELD + ROW}, '')` : sql`(${field})::text`;
  const all = [
    ...columns.map(({ field }) => sql`coalesce(${clean(field)}, '')`),
    // As JSON, which escapes control characters: to go on by it, the key has to stay as it is.
    key ? sql`to_json(${key.column})::text` : sql`'""'`,
    sql`app_user.user_no`,
  ];
  const chosen = found
    .where(stretch.where)
    .where(after(stretch, place))
    .select(sql<string>`${sql.join(all, sql` || ${sql.lit(FIELD)} || `)}`.as('line'))
    .orderBy(order)
    .limit(BATCH);
  const part = sql`(place - 1) / ${sql.lit(PART)}`;
  const { rows } = await sql<RawPart>`
    SELECT string_agg(line, ${ROW} ORDER BY place) AS text, count(*) AS rows
    FROM (SELECT line, row_number() OVER () AS place FROM ${chosen} AS chosen) AS placed
    GROUP BY ${part} ORDER BY ${part}
  `.execute(db);
  return rows;
}

/** Where a part ends: whatever was typed before, its last line ends with these two. */
function endOf({ text }: RawPart): Place {
  const end = text.lastIndexOf(FIELD);
  const key = text.slice(text.lastIndexOf(FIELD, end - 1) + 1, end);
  return { userNo: text.slice(end + 1), key: z.string().parse(JSON.parse(key)) };
}

async function* walkStretch(walk: Walk, stretch: Stretch): AsyncGenerator<WrittenRows> {
  let place: Place | null = null;
  let ahead: Promise<readonly RawPart[]> | null = null;
  let isCleaned = false;
  for (;;) {
    const parts: readonly RawPart[] = await (ahead ?? readBatch(walk, stretch, place, isCleaned));
    const last = parts.at(-1);
    if (last === undefined) return;
    const isOver = parts.reduce((sum, { rows }) => sum + rows, 0) < BATCH;
    // One batch ahead: the database works while the one before becomes a file.
    ahead = isOver ? null : readBatch(walk, stretch, endOf(last), isCleaned);
    // Awaited in the next turn; should there be none, its failure is nobody's.
    ahead?.catch(() => undefined);
    let isWhole = true;
    for (const part of parts) {
      const rows = walk.packed.read(part.text, part.rows);
      if (rows === null) {
        isWhole = false;
        break;
      }
      place = endOf(part);
      yield rows;
    }
    if (isWhole && isOver) return;
    if (isWhole) continue;
    if (isCleaned) throw new Error('a walk cannot tell its fields apart');
    // Taking them out of every text takes a third longer, so that begins where somebody did type them.
    isCleaned = true;
    ahead = null;
  }
}

/**
 * Every account that matches, in order, some at a time, as rows that write themselves: each is written before
 * the next is asked for.
 */
export async function* walkUsers(
  db: Queryable,
  found: MatchingUsers,
  sort: UserSort | null,
  columns: readonly WalkColumn[],
): AsyncGenerator<WrittenRows> {
  // Two fields more than there are columns: what the walk goes on by.
  const packed = new PackedRows(columns, columns.length + 2);
  const walk = { db, found, columns, packed };
  for (const stretch of await stretchesOf(db, sort)) yield* walkStretch(walk, stretch);
}
