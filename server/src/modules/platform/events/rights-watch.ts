import type { Database } from '../../../db/database.ts';
import type { RightsCache } from '../access/index.ts';

/** What is drawn from a person's rights, as one text by person: equal texts, nothing to tell. */
export async function rightsDigests(
  db: Database,
  rights: RightsCache,
  userNos: readonly string[],
): Promise<Map<string, string>> {
  if (userNos.length === 0) return new Map();
  const { epoch } = await db.selectFrom('rightsEpoch').select('epoch').executeTakeFirstOrThrow();
  const entries = await Promise.all(
    userNos.map(async (userNo): Promise<[string, string]> => {
      const held = await rights.of(userNo, epoch);
      const { roles, merchants, scope, isMasked, deptName, mfaBound, pagesKey } = held;
      const { ruledPages } = held;
      const codes = [...held.codes].sort();
      const parts = {
        roles,
        merchants,
        scope,
        isMasked,
        deptName,
        mfaBound,
        pagesKey,
        codes,
        ruledPages,
      };
      return [userNo, JSON.stringify(parts)];
    }),
  );
  return new Map(entries);
}

export function changedUsers(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...now]
    .filter(([userNo, digest]) => before.has(userNo) && before.get(userNo) !== digest)
    .map(([userNo]) => userNo);
}
