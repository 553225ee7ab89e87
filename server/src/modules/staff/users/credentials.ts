import type { user } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { hashPassword, unbindMfa } from '../auth/index.ts';
import { queueNotice } from '../../platform/messages/index.ts';
import { grantsOf } from '../roles/index.ts';
import { lockUser } from './load.ts';
import { deliverReset, makeOneTimePassword } from './one-time-password.ts';
import { mayManage } from './present.ts';
import type { UserRecord } from './read.ts';
import { endAllSessions } from './sessions.ts';
import { writeAccount } from './write.ts';

interface Reset {
  readonly userNo: string;
  readonly reason: string;
}

/** Throws USER_NOT_FOUND, RESET_SELF, GRANT_BEYOND_OWN. */
async function lockForReset(call: CommandContext, userNo: string): Promise<UserRecord> {
  const record = await lockUser(call.tx, call.caller, userNo);
  if (record.userNo === call.caller.userNo) throw new AppError('RESET_SELF');
  const grants = await grantsOf(call.tx, call.caller);
  if (!mayManage(grants, record)) {
    throw new AppError('GRANT_BEYOND_OWN', { facts: { what: record.userName } });
  }
  return record;
}

/** Replaces the password by a one-time one that must be changed at the next sign-in; ends all sessions. */
export async function resetPassword(
  { userNo, reason }: Reset,
  call: CommandContext,
): Promise<{ sessionsEnded: number; delivery: user.PasswordDelivery }> {
  const record = await lockForReset(call, userNo);
  const password = makeOneTimePassword();
  await writeAccount(call, userNo, {
    passwordHash: await hashPassword(password),
    mustUpdatePassword: true,
    passwordChangedAt: new Date(),
  });
  const sessionsEnded = await endAllSessions(call.tx, userNo, 'PASSWORD_RESET');
  const delivery = await deliverReset(call, record, password);
  await writeAudit(call.tx, call, {
    action: 'user.resetPwd',
    subjectType: 'user',
    subjectNo: userNo,
    after: { sessionsEnded, sentBy: delivery.channel },
    reason,
  });
  return { sessionsEnded, delivery };
}

/** Unbinds the authenticator and ends all sessions. Throws ILLEGAL_TRANSITION where none is bound. */
export async function resetMfa({ userNo, reason }: Reset, call: CommandContext): Promise<{ sessionsEnded: number }> {
  const record = await lockForReset(call, userNo);
  if (!record.mfaBound) throw new AppError('ILLEGAL_TRANSITION');
  await writeAccount(call, userNo, { mfaBound: false });
  await unbindMfa(call.tx, userNo);
  await queueNotice(call.tx, 'mfa.reset', userNo);
  const sessionsEnded = await endAllSessions(call.tx, userNo, 'MFA_RESET');
  await writeAudit(call.tx, call, {
    action: 'user.resetMFA',
    subjectType: 'user',
    subjectNo: userNo,
    before: { mfaBound: true },
    after: { mfaBound: false, sessionsEnded },
    reason,
  });
  return { sessionsEnded };
}
