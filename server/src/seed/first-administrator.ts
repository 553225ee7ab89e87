import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { hashPassword } from '../modules/staff/auth/index.ts';
import { makeOneTimePassword } from '../modules/staff/users/index.ts';
import { seedDictionaries, seedLanguages, seedRole } from './index.ts';
import { seedMenu } from './menu.ts';
import { ROLES } from './roles.ts';

export interface FirstAdministrator {
  readonly userName: string;
  /** Stands nowhere else: the table has its hash. */
  readonly oneTimePassword: string;
}

const USER_NAME = 'admin';

async function writeAdministrator(tx: Tx, passwordHash: string): Promise<void> {
  const role = ROLES.find(({ isAdministrator }) => isAdministrator);
  if (!role) throw new Error('No role of the seed is the administrator’s');
  await seedLanguages(tx);
  await seedDictionaries(tx);
  await seedMenu(tx);
  await seedRole(tx, role);
  const { userNo } = await tx
    .insertInto('appUser')
    .values({
      userName: USER_NAME,
      loginId: USER_NAME,
      realName: 'Administrator',
      passwordHash,
      mustUpdatePassword: true,
    })
    .returning('userNo')
    .executeTakeFirstOrThrow();
  await tx.insertInto('userRole').values({ userNo, roleNo: role.roleNo }).execute();
  await sql`SELECT setval('role_number', 1)`.execute(tx);
}

/**
 * Gives a database without people its first administrator, with the menu, the languages and the
 * dictionaries, and none of the demonstration's people or merchants. Answers the one-time password,
 * which has to be changed at the first sign-in; null where somebody is there already. Of several
 * processes starting at once one does it.
 */
export async function ensureFirstAdministrator(db: Database): Promise<FirstAdministrator | null> {
  const oneTimePassword = makeOneTimePassword();
  const isMade = await db.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('kituo seed', 0))`.execute(tx);
    const someone = await tx.selectFrom('appUser').select('userNo').limit(1).executeTakeFirst();
    if (someone) return false;
    await writeAdministrator(tx, await hashPassword(oneTimePassword));
    return true;
  });
  return isMade ? { userName: USER_NAME, oneTimePassword } : null;
}
