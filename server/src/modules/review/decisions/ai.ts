import type { Queryable } from '../../../db/database.ts';

/** Whether a reviewer is a machine; what it decides may be a proposal alone. */
export async function isAiEmployee(db: Queryable, userNo: string): Promise<boolean> {
  const found = await db
    .selectFrom('personnel')
    .select('isAiEmployee')
    .where('personnelKind', '=', 'AUDITOR')
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  return found?.isAiEmployee ?? false;
}
