import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';

/** Whether the person is the only one who can still sign in with an administrator role. */
export async function isLastAdministrator(db: Queryable, userNo: string): Promise<boolean> {
  const administrators = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.roleNo', 'userRole.roleNo')
    .innerJoin('appUser', 'appUser.userNo', 'userRole.userNo')
    .select('appUser.userNo')
    .distinct()
    .where('role.isAdministrator', '=', true)
    .where('appUser.userStatus', '=', 'NORMAL')
    .execute();
  return administrators.length === 1 && administrators[0]?.userNo === userNo;
}

/**
 * Refuses to freeze or strip the last administrator. Takes a lock until the transaction ends, so that
 * two administrators who freeze one another at the same time do not both succeed. Throws LAST_ADMINISTRATOR.
 */
export async function keepAnAdministrator(tx: Tx, userNo: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('kituo administrators', 0))`.execute(tx);
  if (await isLastAdministrator(tx, userNo)) throw new AppError('LAST_ADMINISTRATOR');
}
