import type { ParsedRequestOf, ReplyOf, mfa } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { beginAttempt, countQr, forgiveAttempts } from './attempts.ts';
import { bindMfa, refusalOf } from './bind-mfa.ts';
import { makeOffer, mayRefresh, tryOffer } from './mfa-offer.ts';
import { isPassword } from './password.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { judgeCode } from './security-code.ts';
import { demandsOn } from './sign-in-policy.ts';
import { warnOfLock } from './lock-warning.ts';

const holderOf = ({ caller }: Call): string => `session:${caller.sessionId}`;

export async function mfaState({ db, caller }: Call): Promise<ReplyOf<typeof mfa.state>> {
  const { userNo } = caller;
  const binding = await db.selectFrom('mfaBinding').select('boundAt').where('userNo', '=', userNo).executeTakeFirst();
  const { mustHaveMfa } = await demandsOn(db, userNo, null);
  return {
    mfaBound: binding !== undefined,
    boundAt: binding?.boundAt.toISOString() ?? null,
    recoveryCodesLeft: await recoveryCodesLeft(db, userNo),
    isRequired: mustHaveMfa,
  };
}

/** Throws PASSWORD_WRONG beside its field, LOGIN_LOCKED. */
async function provePassword(call: Call, password: string): Promise<void> {
  const { db, caller, address } = call;
  if (password === '') {
    throw new AppError('BAD_REQUEST', {
      fields: [{ field: 'password', msg: 'Password cannot be blank' }],
    });
  }
  const attempt = await beginAttempt(db, caller.userNo, address);
  const { passwordHash } = await db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('userNo', '=', caller.userNo)
    .executeTakeFirstOrThrow();
  if (await isPassword(password, passwordHash)) {
    return await forgiveAttempts(db, caller.userNo, address);
  }
  await writeAudit(db, call, {
    action: 'host:mfa:bind.refused',
    subjectType: 'user',
    subjectNo: caller.userNo,
  });
  await warnOfLock(call, attempt, caller.userNo);
  throw new AppError('PASSWORD_WRONG', { fields: ['password'] });
}

/** The first QR code of a session asks for the password, the ones after it for the one before. */
export async function offerOwn({ password, qrId }: ParsedRequestOf<typeof mfa.qr>, call: Call): Promise<mfa.MfaOffer> {
  const { db, caller, services } = call;
  const { userNo } = caller;
  const isRefresh = qrId !== undefined && (await mayRefresh(db, userNo, holderOf(call), qrId));
  if (!isRefresh) await provePassword(call, password ?? '');
  await countQr(db, userNo);
  return await makeOffer(db, services.vault, caller, holderOf(call));
}

export async function bindOwn(
  { qrId, securityCode }: ParsedRequestOf<typeof mfa.bind>,
  call: Call,
): Promise<ReplyOf<typeof mfa.bind>> {
  const { db, caller, services } = call;
  const { userNo, sessionId } = caller;
  const which = { holder: holderOf(call), qrId };
  const { secret, triesLeft } = await tryOffer(db, services.vault, userNo, which);
  const verdict = judgeCode(secret, securityCode, { lastStep: 0, now: new Date() });
  if (verdict.kind !== 'right') throw refusalOf(verdict, triesLeft);
  const binding = { userNo, qrId, secret, step: verdict.step, sessionId };
  const recoveryCodes = await db.transaction().execute(async (tx) => await bindMfa(tx, services.vault, call, binding));
  await services.messages.deliver();
  return { recoveryCodes };
}
