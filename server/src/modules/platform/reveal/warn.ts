import type { Call, Caller } from '../../../http/implement.ts';
import { shownDay } from '../policy/index.ts';
import { administratorRoles, publishWarnings, raiseWarning } from '../warnings/index.ts';

/** Tells the administrators, once a person and day, that somebody used the whole budget. */
export async function warnOfSpentBudget(
  { db, services }: Pick<Call, 'db' | 'services'>,
  { userNo }: Caller,
  budget: number,
  eatDay: string,
): Promise<void> {
  // Who may reveal nothing and tries has used up nothing.
  if (budget === 0) return;
  const roleNos = await administratorRoles(db);
  const sourceKey = `REVEAL-${userNo}-${eatDay}`;
  const known = await db
    .selectFrom('warning')
    .select('warningNo')
    .where('sourceType', '=', 'REVEAL_BUDGET')
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst();
  if (known) return;
  const { realName } = await db
    .selectFrom('appUser')
    .select('realName')
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  const warningNo = await raiseWarning(db, {
    warningLevel: 'ATTENTION',
    sourceType: 'REVEAL_BUDGET',
    sourceKey,
    subject: `${realName} reached the daily limit of ${budget} revealed values on ${shownDay(eatDay)}`,
    subjectZh: `${realName} 在 ${shownDay(eatDay)} 已查看 ${budget} 条明文，用完当日额度`,
    subjectPath: `/AdminContent/UserSystem/UserManagement?open=${userNo}`,
    roleNos,
  });
  if (warningNo !== null) await publishWarnings(db, services.events, [warningNo]);
}
