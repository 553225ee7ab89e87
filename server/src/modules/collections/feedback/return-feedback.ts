import type { Tx } from '../../../db/database.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { addStep } from './store.ts';

/**
 * What becomes of the open feedback of somebody who is frozen: the principal of the group has it from now on. Without
 * a principal nobody does, but what is being processed stays where it is: a case in work has a person.
 * Called in the transaction that freezes the record; answers how many went.
 */
export async function returnFeedback(tx: Tx, userNo: string, { caller }: CommandContext): Promise<number> {
  const record = await tx
    .selectFrom('personnel')
    .select('principalUserNo')
    .where('personnelKind', '=', 'SERVICE')
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  const principal = record?.principalUserNo ?? null;
  const open = await tx
    .selectFrom('feedback')
    .selectAll()
    .where('handlerUserNo', '=', userNo)
    .where('feedbackStatus', 'in', principal === null ? ['UNPROCESSED'] : ['UNPROCESSED', 'PROCESSING'])
    .orderBy('feedbackNo')
    .forNoKeyUpdate()
    .execute();
  for (const one of open) {
    await addStep(tx, one, 'assign', { userNo: caller.userNo, at: new Date(), change: { handlerUserNo: principal } });
  }
  return open.length;
}

/** The open feedback of a person goes to another, as far as it is of these merchants; answers how many went. */
export async function handOverFeedback(
  {
    userNo,
    toUserNo,
    merchantNos,
  }: Record<'userNo' | 'toUserNo', string> & { readonly merchantNos: readonly string[] },
  { tx, caller }: CommandContext,
): Promise<number> {
  const open = await tx
    .selectFrom('feedback')
    .selectAll()
    .where('handlerUserNo', '=', userNo)
    .where('feedbackStatus', '<>', 'PROCESSED')
    .where('merchantNo', 'in', [...merchantNos, ''])
    .orderBy('feedbackNo')
    .forNoKeyUpdate()
    .execute();
  for (const one of open) {
    await addStep(tx, one, 'assign', { userNo: caller.userNo, at: new Date(), change: { handlerUserNo: toUserNo } });
  }
  return open.length;
}
