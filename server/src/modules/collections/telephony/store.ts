import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import { advance, next } from '../../../state-machine/index.ts';
import { callMachine } from './call.machine.ts';

export type CallRecord = Selectable<Schema['call']>;
type Command = 'ring' | 'answer' | 'busy' | 'noAnswer' | 'fail' | 'end';

export async function lockCall(tx: Tx, callNo: string): Promise<CallRecord | undefined> {
  return await tx.selectFrom('call').selectAll().where('callNo', '=', callNo).forNoKeyUpdate().executeTakeFirst();
}

/** Whether a call that is locked can go that way now. */
export const may = ({ callStatus }: CallRecord, command: Command): boolean =>
  next(callMachine, callStatus, command) !== 'ILLEGAL_TRANSITION';

const ENDS: ReadonlySet<Command> = new Set(['busy', 'noAnswer', 'fail', 'end']);

/** Moves a call that is locked. @returns as it is then. */
export async function moveCall(
  tx: Tx,
  one: CallRecord,
  command: Command,
  told: { readonly at: Date; readonly cause?: string | undefined; readonly talkSeconds?: number | null },
): Promise<CallRecord> {
  const callStatus = advance(callMachine, one.callStatus, command);
  return await tx
    .updateTable('call')
    .set((eb) => ({
      callStatus,
      version: eb('version', '+', 1),
      ...(command === 'ring' && { ringingAt: told.at }),
      ...(command === 'answer' && { answeredAt: told.at }),
      ...(ENDS.has(command) && {
        endedAt: told.at,
        hangupCause: told.cause ?? null,
        talkSeconds: told.talkSeconds ?? null,
      }),
    }))
    .where('callNo', '=', one.callNo)
    .returningAll()
    .executeTakeFirstOrThrow();
}
