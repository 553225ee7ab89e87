import type { Queryable } from '../../../db/database.ts';
import type { ConfigFamily } from './families.ts';

export interface ConfigInForce<Value> {
  readonly value: Value | null;
  /** Null where no version holds, but what the family starts with. */
  readonly versionNo: number | null;
  readonly effectiveFrom: string | null;
}

/**
 * What held, holds or will hold at an instant. It follows from the versions' moments alone, so it is
 * the same whether or not a sweep has come by.
 */
export async function configAt<Value>(
  db: Queryable,
  family: ConfigFamily<Value>,
  at: Date,
  subjectNo = '',
): Promise<ConfigInForce<Value>> {
  const found = await db
    .selectFrom('configVersion')
    .select(['value', 'versionNo', 'effectiveFrom'])
    .where('configKey', '=', family.key)
    .where('subjectNo', '=', subjectNo)
    .where('storedStatus', 'in', ['SCHEDULED', 'IN_FORCE', 'SUPERSEDED'])
    .where('inForceFrom', '<=', at)
    .orderBy('inForceFrom', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found) return { ...found, value: family.value.parse(found.value) };
  return { value: await family.initial(db, subjectNo), versionNo: null, effectiveFrom: null };
}
