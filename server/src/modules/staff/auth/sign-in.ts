import type { ParsedRequestOf, auth } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { beginAttempt, isPictureDue, takeBackAttempt } from './attempts.ts';
import { guesserOf } from './known-device.ts';
import { warnOfLock } from './lock-warning.ts';
import { nextStepOf } from './next-step.ts';
import { isPassword, spendPasswordWork } from './password.ts';
import { ownerOfStep } from './sign-in-step.ts';
import type { StepOwner } from './sign-in-step.ts';
import { isOffered } from './demo-people.ts';
import { spendChecks } from './slider-letters.ts';
import { takeValidateCode } from './validate-code.ts';

/** A login id wins over a user name of the same letters. */
async function findAccount(db: CallBasics['db'], typed: string) {
  const name = typed.toLowerCase();
  const found = await db
    .selectFrom('appUser')
    .select(['userNo', 'userName', 'realName', 'loginId'])
    .select(['passwordHash', 'userStatus', 'mustUpdatePassword', 'oneTimeUntil'])
    .where((eb) => eb.or([eb(eb.fn('lower', ['loginId']), '=', name), eb(eb.fn('lower', ['userName']), '=', name)]))
    .execute();
  return found.find(({ loginId }) => loginId.toLowerCase() === name) ?? found[0];
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The refusal of a password; says whether the next try needs the picture check, too. */
async function wrong({ db, services }: CallBasics, subject: string): Promise<AppError> {
  const isDue = services.settings.sliderCheck && (await isPictureDue(db, subject));
  return new AppError('LOGIN_WRONG', isDue ? { facts: { isPictureDue: true } } : {});
}

/**
 * Judges name and password. Unknown name and wrong password answer the same, after the same work;
 * that an account is frozen or its password has expired is told only to who knows it. `owner` is whose step stands in for
 * the slider: it stands in for nobody else's.
 */
async function judge(
  call: CallBasics,
  request: ParsedRequestOf<typeof auth.login>,
  owner: StepOwner | null,
): Promise<Account> {
  const account = await findAccount(call.db, request.userName.trim());
  if (owner !== null && owner.userNo !== account?.userNo) throw new AppError('SIGN_IN_STEP_OVER');
  const subject = account ? await guesserOf(call.db, call.raw, account.userNo) : request.userName.trim();
  const isChecked = call.services.settings.sliderCheck && !isOffered(call, request);
  // The step was earned with a slider check: its code is sent with it in its place.
  if (owner === null && isChecked) {
    await spendChecks(call.db, request, await isPictureDue(call.db, subject));
  }
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
    throw await wrong(call, subject);
  }
  if (!(await isPassword(request.password, account.passwordHash))) {
    await writeAudit(call.db, call, {
      action: 'auth.login.refused',
      subjectType: 'user',
      subjectNo: account.userNo,
    });
    await warnOfLock(call, attempt, account.userNo);
    throw await wrong(call, subject);
  }
  await takeBackAttempt(call.db, subject, call.address);
  if (account.userStatus === 'FROZEN') throw new AppError('LOGIN_FROZEN');
  const { oneTimeUntil } = account;
  if (oneTimeUntil !== null && oneTimeUntil.getTime() <= Date.now()) throw new AppError('ONE_TIME_EXPIRED');
  return account;
}

/** Throws LOGIN_WRONG, LOGIN_FROZEN, ONE_TIME_EXPIRED, LOGIN_LOCKED and what slider and code are refused with. */
export async function signIn(request: ParsedRequestOf<typeof auth.login>, call: CallBasics): Promise<auth.SignInReply> {
  const { db } = call;
  const { stepToken, validateCode } = request;
  const isValidating = stepToken !== undefined && validateCode !== undefined;
  const owner = isValidating ? await ownerOfStep(db, stepToken, 'VALIDATE_CODE') : null;
  const account = await judge(call, request, owner);
  if (isValidating) await takeValidateCode(call, account.userNo, validateCode);
  return await nextStepOf(call, account, {
    wantsCode: request.validateChannel !== undefined,
    validated: isValidating ? stepToken : null,
  });
}
