import type { ParsedRequestOf, ReplyOf, auth } from '@kituo/sdk/contracts';
import type { Database, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { endSessions, newSecret, secretHash } from '../../platform/access/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { passwordPolicyNow } from '../../platform/configuration/index.ts';
import { queueNotice } from '../../platform/messages/index.ts';
import { beginAttempt, forgiveAttempts } from './attempts.ts';
import { setDocumentCookie } from './cookie.ts';
import { hashPassword, isPassword } from './password.ts';
import { passwordFaults } from './password-policy.ts';

export interface PasswordChange {
  /** The hash the change was decided on; somebody else's change meanwhile answers STALE. */
  readonly oldHash: string;
  readonly newHash: string;
  readonly mustUpdatePassword: boolean;
}

/** Replaces a password and keeps the old one's hash for "not one of the last". Throws STALE. */
export async function replacePassword(
  tx: Tx,
  userNo: string,
  { oldHash, newHash, mustUpdatePassword }: PasswordChange,
): Promise<void> {
  const changed = await tx
    .updateTable('appUser')
    .set({ passwordHash: newHash, passwordChangedAt: new Date(), mustUpdatePassword, oneTimeUntil: null })
    .where('userNo', '=', userNo)
    .where('passwordHash', '=', oldHash)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new AppError('STALE');
  await tx.insertInto('passwordHistory').values({ userNo, passwordHash: oldHash }).execute();
}

async function checkNewPassword(
  db: Database,
  person: { readonly userNo: string; readonly userName: string; readonly loginId: string },
  presentHash: string,
  newPassword: string,
): Promise<void> {
  const policy = await passwordPolicyNow(db);
  const earlier = await db
    .selectFrom('passwordHistory')
    .select('passwordHash')
    .where('userNo', '=', person.userNo)
    .orderBy('historyId', 'desc')
    .limit(policy.remembered - 1)
    .execute();
  const remembered = [presentHash, ...earlier.map(({ passwordHash }) => passwordHash)];
  const faults = await passwordFaults(newPassword, person, remembered, policy);
  if (faults.length === 0) return;
  throw new AppError('PASSWORD_POLICY', {
    fields: faults.map(({ msg }) => ({ field: 'newPassword', msg })),
    facts: { rules: faults.map(({ rule }) => rule).join(' ') },
  });
}

/** Decides everything before the transaction: hashing takes long, and connections are few. */
async function decide(
  request: ParsedRequestOf<typeof auth.changePwd>,
  { db, caller, address }: Call,
): Promise<PasswordChange> {
  if (request.newPassword !== request.confirmPassword) {
    throw new AppError('PASSWORDS_DIFFER', { fields: ['confirmPassword'] });
  }
  await beginAttempt(db, caller.userNo, address);
  const account = await db
    .selectFrom('appUser')
    .select(['userNo', 'userName', 'loginId', 'passwordHash'])
    .where('userNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  if (!(await isPassword(request.oldPassword, account.passwordHash))) {
    throw new AppError('PASSWORD_WRONG', { fields: ['oldPassword'] });
  }
  await forgiveAttempts(db, caller.userNo, address);
  await checkNewPassword(db, account, account.passwordHash, request.newPassword);
  const newHash = await hashPassword(request.newPassword);
  return { oldHash: account.passwordHash, newHash, mustUpdatePassword: false };
}

/**
 * Changes one's own password. The other sessions end; this one goes on under a new token.
 * Throws PASSWORDS_DIFFER, PASSWORD_WRONG (counted against the sign-in limit), PASSWORD_POLICY.
 */
export async function changePassword(
  request: ParsedRequestOf<typeof auth.changePwd>,
  call: Call,
): Promise<ReplyOf<typeof auth.changePwd>> {
  const { userNo, sessionId } = call.caller;
  const change = await decide(request, call);
  const secret = newSecret();
  const cookie = newSecret();
  await call.db.transaction().execute(async (tx) => {
    await replacePassword(tx, userNo, change);
    await endSessions(tx, userNo, 'PASSWORD_CHANGED', { except: sessionId });
    await tx
      .updateTable('session')
      .set({ secretHash: secretHash(secret), cookieHash: secretHash(cookie) })
      .where('sessionId', '=', sessionId)
      .execute();
    await writeAudit(tx, call, {
      action: 'user.changePwd',
      subjectType: 'user',
      subjectNo: userNo,
    });
    await queueNotice(tx, 'password.changed', userNo);
  });
  await call.services.messages.deliver();
  setDocumentCookie(call.raw, sessionId, cookie);
  return { token: `${sessionId}.${secret}` };
}
