import type { Updateable } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { CommandContext } from '../../../http/implement.ts';

/** Writes to an account, with who did it: one version more, so that a form read before is stale. */
export async function writeAccount(
  { tx, caller }: CommandContext,
  userNo: string,
  values: Updateable<Schema['appUser']>,
): Promise<void> {
  await tx
    .updateTable('appUser')
    .set((eb) => ({
      ...values,
      updatedBy: caller.userNo,
      updatedAt: new Date(),
      version: eb('version', '+', 1),
    }))
    .where('userNo', '=', userNo)
    .execute();
}
