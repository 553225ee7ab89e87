import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { findUsers } from './query.ts';
import { readUsers } from './read.ts';
import { withinScope } from './scope.ts';

const SHOWN = 5;
const byName = { field: 'realName', direction: 'asc' } as const;

/** How many accounts a scope takes in, and the first few that another scope takes in, too. */
export async function peopleWithin(db: Queryable, scope: DataScope, seenBy: DataScope) {
  const range = { offset: 0, limit: 4 * SHOWN };
  const { userNos, total } = await findUsers(db, scope, {}, byName, range);
  const seen = await readUsers(db, seenBy, userNos);
  return {
    total,
    sample: seen.slice(0, SHOWN).map(({ userNo, realName }) => ({ no: userNo, name: realName })),
  };
}

/** People who can sign in, hold a page and lie within a scope: the first 200 by name. */
export async function peopleHoldingPage(db: Queryable, scope: DataScope, pagePath: string) {
  return await db
    .selectFrom('appUser')
    .select(['appUser.userNo', 'appUser.realName'])
    .where('appUser.userStatus', '=', 'NORMAL')
    .where(withinScope(scope))
    .where('appUser.userNo', 'in', (eb) =>
      eb
        .selectFrom('userRole')
        .innerJoin('rolePage', 'rolePage.roleNo', 'userRole.roleNo')
        .select('userRole.userNo')
        .where('rolePage.pagePath', '=', pagePath),
    )
    .orderBy('appUser.realName')
    .limit(200)
    .execute();
}

/** Whether a scope takes an account in. */
export async function isVisible(db: Queryable, scope: DataScope, userNo: string): Promise<boolean> {
  return (await readUsers(db, scope, [userNo])).length > 0;
}
