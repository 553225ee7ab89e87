import type { personnel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { writeAccount } from './write.ts';

/**
 * Sets what the lead of a section says of an account: the extension that rings, and whether the person is new.
 * @throws AppError PERSONNEL_EXTENSION for one that rings with somebody else
 */
export async function writeDeskFacts(
  userNo: string,
  { extension, employeeCategory }: Pick<personnel.PersonnelForm, 'extension' | 'employeeCategory'>,
  call: CommandContext,
): Promise<void> {
  const { tx } = call;
  const before = await tx
    .selectFrom('appUser')
    .select(['extension', 'employeeCategory'])
    .where('userNo', '=', userNo)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = {
    extension: extension === undefined ? before.extension : extension,
    employeeCategory: employeeCategory ?? before.employeeCategory,
  };
  if (after.extension === before.extension && after.employeeCategory === before.employeeCategory) return;
  if (after.extension !== null && after.extension !== before.extension) {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('extensions', 0))`.execute(tx);
    const other = await tx
      .selectFrom('appUser')
      .select('userNo')
      .where('extension', '=', after.extension)
      .where('userNo', '<>', userNo)
      .where('employeeStatus', '=', 'ON_THE_JOB')
      .executeTakeFirst();
    if (other) throw new AppError('PERSONNEL_EXTENSION', { fields: ['extension'] });
  }
  await writeAccount(call, userNo, after);
  await writeAudit(tx, call, {
    action: 'user.updateUser',
    subjectType: 'user',
    subjectNo: userNo,
    before: { ...before },
    after,
  });
}
