import { randomBytes } from 'node:crypto';
import type { auth } from '@kituo/sdk/contracts';
import type { CallBasics } from '../../../http/implement.ts';
import type { Tx } from '../../../db/database.ts';
import { endSessions, newSecret, secretHash, SESSION_HOURS } from '../../platform/access/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { passwordPolicyNow } from '../../platform/configuration/index.ts';
import { publishWarnings, resolveSignInFailures } from '../../platform/warnings/index.ts';
import { clearAttempts } from './attempts.ts';
import { setDocumentCookie } from './cookie.ts';
import { guesserOf, rememberDevice } from './known-device.ts';
import { sessionUserOf } from './session-user.ts';
import type { StepOwner } from './sign-in-step.ts';

function deviceOf(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(userAgent);
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|CrOS|Linux)/.exec(userAgent)?.[1];
  const name = browser ? `${browser[1]} ${browser[2]}` : userAgent.slice(0, 40);
  return system === undefined ? name : `${name}, ${system}`;
}

/** A password past the company's age has to be changed, like one that was reset. */
async function requestNewPassword(tx: Tx, userNo: string): Promise<boolean> {
  const { maxAgeDays } = await passwordPolicyNow(tx);
  if (maxAgeDays === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('appUser')
    .set({ mustUpdatePassword: true })
    .where('userNo', '=', userNo)
    .where('passwordChangedAt', '<', new Date(Date.now() - maxAgeDays * 86_400_000))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Nobody works in more; a program that signs in and never out would fill the table. */
export const MAX_SESSIONS = 50;

/** With one more than a person may have, the one begun first ends. */
async function endOldest(tx: Tx, userNo: string): Promise<void> {
  const surplus = await tx
    .selectFrom('session')
    .select('sessionId')
    .where('userNo', '=', userNo)
    .where('endedAt', 'is', null)
    .orderBy('startedAt', 'desc')
    .orderBy('sessionId')
    .offset(MAX_SESSIONS)
    .execute();
  for (const { sessionId } of surplus) await endSessions(tx, userNo, 'TOO_MANY', { only: sessionId });
}

/** What the session's transaction does besides: spending the step that earned it, binding. */
export type Also = (tx: Tx, actor: SignInActor) => Promise<void>;

export interface SignInActor {
  readonly caller: { readonly userNo: string; readonly sessionId: string };
  readonly requestId: string;
  readonly address: string;
}

/** The last step is done: a session, its cookie, its record. `also` commits with it or not at all. */
export async function startSession(call: CallBasics, person: StepOwner, also?: Also): Promise<auth.SignInReply> {
  const { db, services, requestId, address } = call;
  const { userNo } = person;
  const sessionId = randomBytes(16).toString('base64url');
  const secret = newSecret();
  const cookie = newSecret();
  const actor = { caller: { userNo, sessionId }, requestId, address };
  const { settled, isTooOld } = await db.transaction().execute(async (tx) => {
    await also?.(tx, actor);
    await tx
      .insertInto('session')
      .values({
        sessionId,
        userNo,
        secretHash: secretHash(secret),
        cookieHash: secretHash(cookie),
        device: deviceOf(call.userAgent),
        address,
        expiresAt: new Date(Date.now() + SESSION_HOURS * 3_600_000),
      })
      .execute();
    await endOldest(tx, userNo);
    await clearAttempts(tx, await guesserOf(tx, call.raw, userNo));
    // Not an UPDATE of what the rights trigger watches, so nobody's rights are read again for it.
    await tx.updateTable('appUser').set({ lastSignInAt: new Date() }).where('userNo', '=', userNo).execute();
    await writeAudit(tx, actor, { action: 'auth.login', subjectType: 'user', subjectNo: userNo });
    const isTooOld = await requestNewPassword(tx, userNo);
    return { settled: await resolveSignInFailures(tx, actor, userNo), isTooOld };
  });
  await publishWarnings(db, services.events, settled);
  setDocumentCookie(call.raw, sessionId, cookie);
  await rememberDevice(db, call.raw, userNo, { provedByCode: false });
  const { epoch } = await db.selectFrom('rightsEpoch').select('epoch').executeTakeFirstOrThrow();
  const rights = await services.rights.of(userNo, epoch);
  return {
    token: `${sessionId}.${secret}`,
    nextStep: person.mustUpdatePassword || isTooOld ? 'PASSWORD_UPDATE' : 'DONE',
    userInfo: sessionUserOf(person, rights),
    step: null,
  };
}
