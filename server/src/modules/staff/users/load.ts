import type { Tx } from '../../../db/database.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller } from '../../../http/implement.ts';
import { type UserRecord, readUsers } from './read.ts';
import { withinScope } from './scope.ts';

/**
 * Locks an account the caller sees and reads it. One that lies outside the scope is answered like one
 * that does not exist. Throws USER_NOT_FOUND.
 */
export async function lockUser(tx: Tx, caller: Caller, userNo: string): Promise<UserRecord> {
  const locked = await tx
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where(withinScope(caller.scope))
    .forNoKeyUpdate()
    .executeTakeFirst();
  const [record] = locked ? await readUsers(tx, caller.scope, [userNo]) : [];
  if (!record) throw new AppError('USER_NOT_FOUND');
  noteState(tx, `user ${userNo}`, record.version);
  return record;
}
