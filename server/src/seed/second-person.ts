import type { Database } from '../db/database.ts';
import { hashPassword } from '../modules/staff/auth/index.ts';
import { accountOf, DEMO_PASSWORD } from './people.ts';

/** Whose changes nobody checks is nobody: the second administrator of the demonstration. */
export const SECOND_PERSON = 'checker';

const FAMILIES = ['makerChecker.user', 'makerChecker.menu'];

/**
 * Adds a second administrator to a demonstration that was just filled, and has changes of users and menus wait for
 * an approver, as those of roles do anyway.
 */
export async function requestApproval(db: Database, now: Date = new Date()): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    const { userNo: _given, ...account } = accountOf(
      {
        number: 41,
        userNo: '',
        userName: SECOND_PERSON,
        realName: 'Kendi Muthoni',
        deptNo: 'D0001',
        roleNo: 'R-001',
        merchantNos: [],
        orgNo: 'O002',
        notes: '',
      },
      now,
    );
    const { userNo } = await tx
      .insertInto('appUser')
      .values({ ...account, passwordHash })
      .returning('userNo')
      .executeTakeFirstOrThrow();
    await tx.insertInto('userRole').values({ userNo, roleNo: 'R-001' }).execute();
    await tx.updateTable('policySetting').set({ value: 'true' }).where('settingKey', 'in', FAMILIES).execute();
  });
}
