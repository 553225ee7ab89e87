import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { CopiedRows, copyOut } from '../../../db/copy-out.ts';
import { type PackedColumn, PackedRows, unescaped, type WrittenRows } from '../../platform/exports/index.ts';
import type { UserSort } from './user-sort.ts';
import type { MatchingUsers } from './matching-users.ts';

/**
 * Every account that matches, in order, some thousand at a time: each batch goes on where the one before
 * ended, so nothing is held between them, neither a transaction nor a list of numbers. A batch is copied out as
 * bytes: a million rows as objects of the driver take longer than the file.
 */
export const BATCH = 5_000;
/** So few rows are written before others have their turn. */
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

interface Walk {
  readonly db: Queryable;
  readonly found: MatchingUsers;
  readonly columns: readonly WalkColumn[];
  readonly packed: PackedRows;
}

interface ReadBatch {
  readonly rows: CopiedRows;
  /** Where the next goes on; null after the last. */
  readonly place: Place | null;
}

/** A batch, with two fields behind the columns: what the walk goes on by. */
async function readBatch(
  { db, found, columns }: Walk,
  stretch: Stretch,
  place: Place | null,
  into: CopiedRows,
): Promise<ReadBatch> {
  const { key, direction } = stretch;
  const way = sql.raw(direction);
  const order = key ? sql`${key.column} ${way}, app_user.user_no ${way}` : sql`app_user.user_no ${way}`;
  const all = [
    ...columns.map(({ field }) => sql`(${field})::text`),
    key ? sql`${key.column}::text` : sql`''`,
    sql`app_user.user_no`,
  ];
  const chosen = found
    .where(stretch.where)
    .where(after(stretch, place))
    .select(sql`${sql.join(all)}`.as('last'))
    .orderBy(order)
    .limit(BATCH);
  const rows = await copyOut(db, chosen, into);
  return { rows, place: rows.count < BATCH ? null : lastPlace(rows) };
}

const LINE_FEED = 0x0a;

/** Taken before the fields of all rows are found: the database need not wait for that. */
function lastPlace({ bytes, length }: CopiedRows): Place {
  const from = bytes.lastIndexOf(LINE_FEED, length - 2) + 1;
  const fields = bytes.toString('utf8', from, length - 1).split('\t');
  const [key = '', userNo = ''] = fields.slice(-2).map(unescaped);
  return { key, userNo };
}

async function* walkStretch(walk: Walk, stretch: Stretch): AsyncGenerator<WrittenRows> {
  // One becomes a file, one has come or is on its way, and one is asked for as soon as that has come.
  const room = [new CopiedRows(), new CopiedRows(), new CopiedRows()] as const;
  type Ahead = Promise<ReadBatch | null>;
  const following = (before: Ahead, into: CopiedRows): Ahead => {
    const ahead = before.then((batch) => (batch?.place ? readBatch(walk, stretch, batch.place, into) : null));
    // Awaited in its turn; should that not come, its failure is nobody's.
    ahead.catch(() => undefined);
    return ahead;
  };
  let now: Ahead = readBatch(walk, stretch, null, room[0]);
  let next = following(now, room[1]);
  for (let turn = 2; ; turn += 1) {
    const read = await now;
    if (read === null) return;
    const last = following(next, room[turn % room.length] ?? new CopiedRows());
    const batch = walk.packed.read(read.rows);
    for (let from = 0; from < batch.length; from += PART) yield batch.slice(from, from + PART);
    [now, next] = [next, last];
  }
}

/**
 * Every account that matches, in order, some at a time, as rows that write themselves: each is written before
 * the next is requested.
 */
export async function* walkUsers(
  db: Queryable,
  found: MatchingUsers,
  sort: UserSort | null,
  columns: readonly WalkColumn[],
): AsyncGenerator<WrittenRows> {
  const packed = new PackedRows(columns, columns.length + 2);
  const walk = { db, found, columns, packed };
  for (const stretch of await stretchesOf(db, sort)) yield* walkStretch(walk, stretch);
}
