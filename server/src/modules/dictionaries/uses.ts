import { sql } from 'kysely';
import type { Queryable } from '../../db/database.ts';

interface Column {
  readonly table: 'app_user' | 'warning' | 'menu' | 'attachment' | 'reveal_log';
  readonly column: string;
  readonly en: string;
  readonly zh: string;
}

/** Where the codes of a dictionary stand. A table that takes a dictionary's codes is named here. */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  USER_STATUS: [{ table: 'app_user', column: 'user_status', en: 'Users', zh: '用户' }],
  EMPLOYEE_STATUS: [{ table: 'app_user', column: 'employee_status', en: 'Users', zh: '用户' }],
  EMPLOYEE_CATEGORY: [{ table: 'app_user', column: 'employee_category', en: 'Users', zh: '用户' }],
  INTERNAL_EXTERNAL: [{ table: 'app_user', column: 'internal_external', en: 'Users', zh: '用户' }],
  REVEAL_PURPOSE: [{ table: 'reveal_log', column: 'purpose', en: 'Reveals', zh: '明文查看' }],
  WARNING_LEVEL: [{ table: 'warning', column: 'warning_level', en: 'Warnings', zh: '警告' }],
  WARNING_STATUS: [{ table: 'warning', column: 'warning_status', en: 'Warnings', zh: '警告' }],
  WARNING_SOURCE: [{ table: 'warning', column: 'source_type', en: 'Warnings', zh: '警告' }],
};

async function countColumn(db: Queryable, { table, column }: Column) {
  const { rows } = await sql<{ code: string; count: number }>`
    SELECT ${sql.ref(column)} AS code, count(*) AS count FROM ${sql.table(table)} GROUP BY 1
  `.execute(db);
  return rows;
}

/** Code → rows that hold it; null where no table holds codes of the dictionary. */
export async function countUses(
  db: Queryable,
  dictType: string,
): Promise<ReadonlyMap<string, number> | null> {
  const columns = COLUMNS[dictType];
  if (columns === undefined) return null;
  const counts = new Map<string, number>();
  for (const column of columns) {
    for (const { code, count } of await countColumn(db, column)) {
      counts.set(code, (counts.get(code) ?? 0) + count);
    }
  }
  return counts;
}

/** The places that hold one code, with how many rows each has. */
export async function countPlaces(
  db: Queryable,
  { dictType, dictKey }: { readonly dictType: string; readonly dictKey: string },
  lang: 'en' | 'zh',
): Promise<{ place: string; rows: number }[]> {
  const places = [];
  for (const column of COLUMNS[dictType] ?? []) {
    const counted = await countColumn(db, column);
    const rows = counted.find(({ code }) => code === dictKey)?.count ?? 0;
    places.push({ place: column[lang], rows });
  }
  return places;
}
