import { type Insertable, sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { WarningTable } from '../../../db/schema.ts';

/** What is warned of, and whom: roles, or those roles within a merchant. */
export interface Raised extends Insertable<WarningTable> {
  readonly sourceKey: string;
  readonly roleNos: string[];
}

/**
 * Raises a warning, once while nobody has resolved the one of the same source and key.
 * @returns its number, to be published once it is committed; null where it stands already, or nobody is to be told.
 */
export async function raiseWarning(db: Queryable, raised: Raised): Promise<string | null> {
  // Addressed to nobody it would be addressed to all.
  if (raised.roleNos.length === 0) return null;
  const made = await db
    .insertInto('warning')
    .values(raised)
    .onConflict((conflict) =>
      conflict
        .columns(['sourceType', 'sourceKey'])
        .where('sourceKey', 'is not', null)
        .where('warningStatus', '!=', sql.lit('RESOLVED'))
        .doNothing(),
    )
    .returning('warningNo')
    .executeTakeFirst();
  return made?.warningNo ?? null;
}

/** Whether a warning of the source and key has not been resolved. */
export async function stands(
  db: Queryable,
  { sourceType, sourceKey }: { readonly sourceType: string; readonly sourceKey: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('warning')
    .select('warningNo')
    .where('sourceType', '=', sourceType)
    .where('sourceKey', '=', sourceKey)
    .where('warningStatus', '!=', 'RESOLVED')
    .executeTakeFirst();
  return found !== undefined;
}
