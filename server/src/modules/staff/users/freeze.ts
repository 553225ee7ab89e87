import type { user } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CommandContext } from '../../../http/implement.ts';
import { advance } from '../../../state-machine/index.ts';
import { userMachine } from '../../../state-machine/machines/user.machine.ts';
import { transition, writeAudit } from '../../platform/audit/index.ts';
import { freezeRecordsOf, previewFreezeOf } from '../personnel/index.ts';
import { grantsOf } from '../roles/index.ts';
import { countAssigned, returnWarnings } from '../../platform/warnings/index.ts';
import { isLastAdministrator, keepAnAdministrator } from './administrators.ts';
import { lockUser } from './load.ts';
import { mayManage } from './present.ts';
import { readUsers } from './read.ts';
import { countLiveSessions, endAllSessions } from './sessions.ts';
import { writeAccount } from './write.ts';

interface Request {
  readonly userNo: string;
  readonly reason?: string | undefined;
}

/** Facts for the confirmation: "Freeze? 2 sessions end now; 7 open orders go back." */
export async function previewFreeze(userNo: string, call: Call) {
  const [record] = await readUsers(call.db, call.caller.scope, [userNo]);
  if (!record) throw new AppError('USER_NOT_FOUND');
  return {
    userNo,
    realName: record.realName,
    sessions: await countLiveSessions(call.db, userNo),
    assignedWarnings: await countAssigned(call.db, userNo),
    records: await previewFreezeOf(userNo, call),
    isSelf: userNo === call.caller.userNo,
    isLastAdministrator: await isLastAdministrator(call.db, userNo),
  };
}

/**
 * What freezing does, wherever it comes from (the command, or leaving the company): no more sign-in,
 * every session over, the person's warnings back to their roles. Throws FREEZE_SELF, LAST_ADMINISTRATOR.
 */
export async function applyFreeze(
  call: CommandContext,
  userNo: string,
  reason: string | undefined,
): Promise<{ sessionsEnded: number; warningsReturned: number }> {
  if (userNo === call.caller.userNo) throw new AppError('FREEZE_SELF');
  await keepAnAdministrator(call.tx, userNo);
  // Before the state: the database itself ends whatever session a frozen person still has.
  const sessionsEnded = await endAllSessions(call.tx, userNo, 'FROZEN');
  await writeAccount(call, userNo, {
    userStatus: 'FROZEN',
    frozenAt: new Date(),
    freezeReason: reason ?? null,
  });
  const warningsReturned = await returnWarnings(call.tx, userNo);
  await freezeRecordsOf(userNo, reason, call);
  await writeAudit(call.tx, call, {
    action: 'user.frozenUser',
    subjectType: 'user',
    subjectNo: userNo,
    before: { userStatus: 'NORMAL' },
    after: { userStatus: 'FROZEN', sessionsEnded, warningsReturned },
    ...(reason === undefined ? {} : { reason }),
  });
  return { sessionsEnded, warningsReturned };
}

export async function freezeUser({ userNo, reason }: Request, call: CommandContext) {
  const record = await lockUser(call.tx, call.caller, userNo);
  advance(userMachine, record.userStatus, 'freeze');
  return await applyFreeze(call, userNo, reason);
}

/** Throws ILLEGAL_TRANSITION for a person who is not frozen or has left, GRANT_BEYOND_OWN. */
export async function unfreezeUser(
  { userNo, reason }: Request,
  call: CommandContext,
): Promise<{ userStatus: user.UserRow['userStatus'] }> {
  const record = await lockUser(call.tx, call.caller, userNo);
  advance(userMachine, record.userStatus, 'unfreeze');
  if (record.employeeStatus === 'LEFT') throw new AppError('ILLEGAL_TRANSITION');
  if (!mayManage(await grantsOf(call.tx, call.caller), record)) {
    throw new AppError('GRANT_BEYOND_OWN', { facts: { what: record.userName } });
  }
  const userStatus = await transition(call, {
    machine: userMachine,
    command: 'unfreeze',
    of: record,
    field: 'userStatus',
    write: async (state) => {
      await writeAccount(call, userNo, { userStatus: state, frozenAt: null, freezeReason: null });
    },
    audit: {
      action: 'user.unFrozenUser',
      subjectType: 'user',
      subjectNo: userNo,
      ...(reason === undefined ? {} : { reason }),
    },
  });
  return { userStatus };
}

/** Freezes the account of somebody whose record is frozen; answers the sessions ended. */
export async function freezeSignIn(userNo: string, reason: string | undefined, call: CommandContext): Promise<number> {
  const { sessionsEnded } = await freezeUser({ userNo, reason }, call);
  return sessionsEnded;
}
