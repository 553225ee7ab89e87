import type { ParsedRequestOf, auth } from '@kituo/sdk/contracts';
import { AppError } from '../../http/app-error.ts';
import type { CallBasics } from '../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { beginAttempt, takeBackAttempt } from './attempts.ts';
import { warnOfLock } from './lock-warning.ts';
import { nextStepOf } from './next-step.ts';
import { isPassword, spendPasswordWork } from './password.ts';
import { ownerOfStep } from './sign-in-step.ts';
import type { StepOwner } from './sign-in-step.ts';
import { spendTicket } from './slider.ts';
import { takeValidateCode } from './validate-code.ts';

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

/**
 * Judges name and password. Unknown name and wrong password answer the same, after the same work;
 * that an account is frozen is told only to who knows its password. `owner` is whose step stands in for
 * the slider: it stands in for nobody else's.
 */
async function judge(
  call: CallBasics,
  request: ParsedRequestOf<typeof auth.login>,
  owner: StepOwner | null,
): Promise<Account> {
  const account = await findAccount(call.db, request.userName.trim());
  if (owner !== null && owner.userNo !== account?.userNo) throw new AppError('SIGN_IN_STEP_OVER');
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
  await takeBackAttempt(call.db, subject, call.address);
  if (account.userStatus === 'FROZEN') throw new AppError('LOGIN_FROZEN');
  return account;
}

/** Throws LOGIN_WRONG, LOGIN_FROZEN, LOGIN_LOCKED and what slider and code are refused with. */
export async function signIn(
  request: ParsedRequestOf<typeof auth.login>,
  call: CallBasics,
): Promise<auth.SignInReply> {
  const { db, services } = call;
  const { stepToken, validateCode } = request;
  const isValidating = stepToken !== undefined && validateCode !== undefined;
  // The step was earned with a slider check: its code is sent with it in its place.
  const owner = isValidating ? await ownerOfStep(db, stepToken, 'VALIDATE_CODE') : null;
  if (owner === null && services.settings.sliderCheck) await spendTicket(db, request.sliderTicket);
  const account = await judge(call, request, owner);
  if (isValidating) await takeValidateCode(call, account.userNo, validateCode);
  return await nextStepOf(call, account, {
    wantsCode: request.validateChannel !== undefined,
    validated: isValidating ? stepToken : null,
  });
}
