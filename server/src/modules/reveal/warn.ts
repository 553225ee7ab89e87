import { sql } from 'kysely';
import type { Call, Caller } from '../../http/implement.ts';
import { publishWarnings } from '../warnings/index.ts';

/** Tells the administrators, once a person and day, that somebody used the whole budget. */
export async function warnOfSpentBudget(
  { db, services }: Pick<Call, 'db' | 'services'>,
  { userNo }: Caller,
  budget: number,
  eatDay: string,
): Promise<void> {
  // Who may reveal nothing and tries has used up nothing.
  if (budget === 0) return;
  const { roleNos } = await db
    .selectFrom('role')
    .select(sql<string[]>`coalesce(array_agg(role_no ORDER BY role_no), '{}')`.as('roleNos'))
    .where('isAdministrator', '=', true)
    .executeTakeFirstOrThrow();
  // Addressed to nobody it would be addressed to all.
  if (roleNos.length === 0) return;
  const sourceKey = `REVEAL-${userNo}-${eatDay}`;
  const known = await db
    .selectFrom('warning')
    .select('warningNo')
    .where('sourceType', '=', 'REVEAL_BUDGET')
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst();
  if (known) return;
  const made = await db
    .insertInto('warning')
    .values({
      warningLevel: 'ATTENTION',
      sourceType: 'REVEAL_BUDGET',
      sourceKey,
      subject: `${userNo} revealed ${budget} values on ${eatDay}: the whole day's budget`,
      subjectZh: `${userNo} 在 ${eatDay} 已查看 ${budget} 条明文，用完当日额度`,
      subjectPath: `/AdminContent/UserSystem/UserManagement?open=${userNo}`,
      roleNos,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['sourceType', 'sourceKey'])
        .where('sourceKey', 'is not', null)
        .where('warningStatus', '!=', sql.lit('RESOLVED'))
        .doNothing(),
    )
    .returning('warningNo')
    .execute();
  const numbers = made.map(({ warningNo }) => warningNo);
  if (numbers.length > 0) await publishWarnings(db, services.events, numbers);
}
