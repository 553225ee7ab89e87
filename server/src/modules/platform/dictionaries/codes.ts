import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/** Refuses what is no code in use of its dictionary, beside the field. @throws AppError REFERENCE_UNKNOWN */
export async function checkCodes(
  db: Queryable,
  codes: Readonly<Record<string, readonly [dictType: string, value: string | undefined]>>,
): Promise<void> {
  const fields: string[] = [];
  for (const [field, [dictKey, value]] of Object.entries(codes)) {
    if (value === undefined) continue;
    const known = await db
      .selectFrom('dictionaryEntry')
      .select('value')
      .where('dictKey', '=', dictKey)
      .where('value', '=', value)
      .where('isEnabled', '=', true)
      .executeTakeFirst();
    if (!known) fields.push(field);
  }
  if (fields.length > 0) throw new AppError('REFERENCE_UNKNOWN', { fields });
}
