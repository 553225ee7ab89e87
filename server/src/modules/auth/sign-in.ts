import { randomBytes } from 'node:crypto';
import type { ParsedRequestOf, ReplyOf, auth } from '@kituo/sdk/contracts';
import { AppError } from '../../http/app-error.ts';
import type { CallBasics } from '../../http/implement.ts';
import { newSecret, secretHash, SESSION_HOURS } from '../access/index.ts';
import { writeAudit } from '../audit/index.ts';
import { publishWarnings, resolveSignInFailures, warnOfSignInFailures } from '../warnings/index.ts';
import { beginAttempt, forgiveAttempts } from './attempts.ts';
import type { Attempt } from './attempts.ts';
import { setDocumentCookie } from './cookie.ts';
import { isPassword, spendPasswordWork } from './password.ts';
import { sessionUserOf } from './session-user.ts';
import { spendTicket } from './slider.ts';

/** A login id wins over a user name of the same letters. */
async function findAccount(db: CallBasics['db'], typed: string) {
  const name = typed.toLowerCase();
  const found = await db
    .selectFrom('appUser')
    .select(['userNo', 'userName', 'realName', 'loginId'])
    .select(['passwordHash', 'userStatus', 'mustUpdatePassword'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['loginId']), '=', name),
        eb(eb.fn('lower', ['userName']), '=', name),
      ]),
    )
    .execute();
  return found.find(({ loginId }) => loginId.toLowerCase() === name) ?? found[0];
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** After a failure. A name that nobody has may be a password typed in the wrong field: it is not told. */
async function warnOfLock(
  { db, address, services }: CallBasics,
  attempt: Attempt,
  userNo: string | null,
): Promise<void> {
  const { limits } = attempt;
  if (attempt.isLastOfUser && userNo !== null) {
    await warnOfSignInFailures(db, services, { userNo }, limits.user);
  }
  if (attempt.isLastOfAddress) {
    await warnOfSignInFailures(db, services, { address }, limits.address);
  }
}

/**
 * Judges name and password. Unknown name and wrong password answer the same, after the same work;
 * that an account is frozen is told only to who knows its password.
 */
async function judge(
  call: CallBasics,
  request: ParsedRequestOf<typeof auth.login>,
): Promise<Account> {
  const account = await findAccount(call.db, request.userName.trim());
  const subject = account?.userNo ?? request.userName.trim();
  const attempt = await beginAttempt(call.db, subject, call.address);
  if (!account) {
    await spendPasswordWork(request.password);
    // Recorded like a wrong password, without the name: also that takes the same time.
    await writeAudit(call.db, call, {
      action: 'auth.login.refused',
      subjectType: 'user',
      subjectNo: 'unknown',
    });
    await warnOfLock(call, attempt, null);
    throw new AppError('LOGIN_WRONG');
  }
  if (!(await isPassword(request.password, account.passwordHash))) {
    await writeAudit(call.db, call, {
      action: 'auth.login.refused',
      subjectType: 'user',
      subjectNo: account.userNo,
    });
    await warnOfLock(call, attempt, account.userNo);
    throw new AppError('LOGIN_WRONG');
  }
  await forgiveAttempts(call.db, subject, call.address);
  if (account.userStatus === 'FROZEN') throw new AppError('LOGIN_FROZEN');
  return account;
}

function deviceOf(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(userAgent);
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|CrOS|Linux)/.exec(userAgent)?.[1];
  const name = browser ? `${browser[1]} ${browser[2]}` : userAgent.slice(0, 40);
  return system === undefined ? name : `${name}, ${system}`;
}

export async function signIn(
  request: ParsedRequestOf<typeof auth.login>,
  call: CallBasics,
): Promise<ReplyOf<typeof auth.login>> {
  const { db, services } = call;
  if (services.settings.sliderCheck) await spendTicket(db, request.sliderTicket);
  const account = await judge(call, request);
  const sessionId = randomBytes(16).toString('base64url');
  const secret = newSecret();
  const cookie = newSecret();
  const settled = await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('session')
      .values({
        sessionId,
        userNo: account.userNo,
        secretHash: secretHash(secret),
        cookieHash: secretHash(cookie),
        device: deviceOf(call.userAgent),
        address: call.address,
        expiresAt: new Date(Date.now() + SESSION_HOURS * 3_600_000),
      })
      .execute();
    // Not an UPDATE of what the rights trigger watches, so nobody's rights are read anew for it.
    await tx
      .updateTable('appUser')
      .set({ lastSignInAt: new Date() })
      .where('userNo', '=', account.userNo)
      .execute();
    const caller = { userNo: account.userNo, sessionId };
    const { requestId, address } = call;
    await writeAudit(
      tx,
      { caller, requestId, address },
      { action: 'auth.login', subjectType: 'user', subjectNo: account.userNo },
    );
    return await resolveSignInFailures(tx, { caller, requestId, address }, account.userNo);
  });
  await publishWarnings(db, services.events, settled);
  setDocumentCookie(call.raw, sessionId, cookie);
  const { epoch } = await db.selectFrom('rightsEpoch').select('epoch').executeTakeFirstOrThrow();
  const rights = await services.rights.of(account.userNo, epoch);
  return {
    token: `${sessionId}.${secret}`,
    nextStep: account.mustUpdatePassword ? 'PASSWORD_UPDATE' : 'DONE',
    userInfo: sessionUserOf(account, rights),
  };
}
