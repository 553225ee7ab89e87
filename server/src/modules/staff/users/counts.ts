import { USER_MANAGEMENT_PAGE } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { withinScope } from './scope.ts';

/** People within a scope: who can sign in, who is frozen, and who still has a one-time password. */
export async function countPeople(db: Queryable, scope: DataScope) {
  return await db
    .selectFrom('appUser')
    .select(sql<number>`count(*) FILTER (WHERE user_status = 'NORMAL')`.as('normal'))
    .select(sql<number>`count(*) FILTER (WHERE user_status = 'FROZEN')`.as('frozen'))
    .select(sql<number>`count(*) FILTER (WHERE must_update_password AND user_status = 'NORMAL')`.as('awaitingPassword'))
    .where(withinScope(scope))
    .executeTakeFirstOrThrow();
}

/** Whether somebody sees this account: they hold the page, and it lies within their scope. */
export async function seesUser(db: Queryable, caller: Caller, userNo: string): Promise<boolean> {
  if (!caller.pages.has(USER_MANAGEMENT_PAGE.toLowerCase())) return false;
  const found = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where(withinScope(caller.scope))
    .executeTakeFirst();
  return found !== undefined;
}
