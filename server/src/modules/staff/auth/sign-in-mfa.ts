import type { ParsedRequestOf, ReplyOf, mfa } from '@kituo/sdk/contracts';
import type { Database } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CallBasics } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { queueNotice } from '../../platform/messages/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { beginAttempt, countQr, takeBackAttempt } from './attempts.ts';
import { bindMfa, refusalOf } from './bind-mfa.ts';
import { guesserOf } from './known-device.ts';
import { warnOfLock } from './lock-warning.ts';
import { makeOffer, tryOffer } from './mfa-offer.ts';
import { recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts';
import { judgeCode } from './security-code.ts';
import type { CodeVerdict } from './security-code.ts';
import { holderOfStep, ownerOfStep, spendStep } from './sign-in-step.ts';
import { startSession } from './start-session.ts';

/** Throws SIGN_IN_STEP_OVER, TOO_MANY_REQUESTS. */
export async function offerAtSignIn(
  { stepToken }: ParsedRequestOf<typeof mfa.signInQr>,
  { db, services }: CallBasics,
): Promise<mfa.MfaOffer> {
  const owner = await ownerOfStep(db, stepToken, 'MFA_BIND');
  await countQr(db, owner.userNo);
  return await makeOffer(db, services.vault, owner, holderOfStep(stepToken));
}

/** Throws SIGN_IN_STEP_OVER and what a code or a QR code is refused with. */
export async function bindAtSignIn(
  { stepToken, qrId, securityCode }: ParsedRequestOf<typeof mfa.signInBind>,
  call: CallBasics,
): Promise<ReplyOf<typeof mfa.signInBind>> {
  const { db, services } = call;
  const owner = await ownerOfStep(db, stepToken, 'MFA_BIND');
  const { userNo } = owner;
  const which = { holder: holderOfStep(stepToken), qrId };
  const { secret, triesLeft } = await tryOffer(db, services.vault, userNo, which);
  const verdict = judgeCode(secret, securityCode, { lastStep: 0, now: new Date() });
  if (verdict.kind !== 'right') throw refusalOf(verdict, triesLeft);
  let recoveryCodes: string[] = [];
  const reply = await startSession(call, owner, async (tx, actor) => {
    await spendStep(tx, stepToken);
    const { sessionId } = actor.caller;
    const binding = { userNo, qrId, secret, step: verdict.step, sessionId };
    recoveryCodes = await bindMfa(tx, services.vault, actor, binding);
  });
  return { ...reply, recoveryCodes };
}

/** Judges and takes a code in one: of two calls with the same code one is told that it was used. */
async function takeSecurityCode(db: Database, vault: Vault, userNo: string, code: string): Promise<CodeVerdict> {
  return await db.transaction().execute(async (tx) => {
    const binding = await tx
      .selectFrom('mfaBinding')
      .select(['secretSealed', 'lastStep'])
      .where('userNo', '=', userNo)
      .forUpdate()
      .executeTakeFirst();
    if (!binding) throw new AppError('SIGN_IN_STEP_OVER');
    const secret = vault.open(binding.secretSealed, userNo);
    const verdict = judgeCode(secret, code, { lastStep: binding.lastStep, now: new Date() });
    if (verdict.kind === 'right') {
      await tx.updateTable('mfaBinding').set({ lastStep: verdict.step }).where('userNo', '=', userNo).execute();
    }
    return verdict;
  });
}

async function takeRecoveryCode(call: CallBasics, userNo: string, code: string): Promise<boolean> {
  const { db, services } = call;
  return await db.transaction().execute(async (tx) => {
    if (!(await spendRecoveryCode(tx, services.vault, userNo, code))) return false;
    const left = await recoveryCodesLeft(tx, userNo);
    await writeAudit(tx, call, {
      action: 'auth.recoveryCode.used',
      subjectType: 'user',
      subjectNo: userNo,
      after: { left },
    });
    await queueNotice(tx, 'mfa.recoveryCodeUsed', userNo, { left: String(left) });
    return true;
  });
}

/**
 * The second step. Wrong codes count against the sign-in limit, and a right password in between does not
 * start the count again. Throws SIGN_IN_STEP_OVER, LOGIN_LOCKED and what a code is refused with.
 */
export async function verifyMfa(
  { stepToken, securityCode, recoveryCode }: ParsedRequestOf<typeof mfa.verifyMfa>,
  call: CallBasics,
): Promise<ReplyOf<typeof mfa.verifyMfa>> {
  const { db, services, address } = call;
  const owner = await ownerOfStep(db, stepToken, 'MFA_CODE');
  const { userNo } = owner;
  if (securityCode === undefined && recoveryCode === undefined) {
    throw new AppError('BAD_REQUEST', { fields: ['securityCode'] });
  }
  const guesser = await guesserOf(db, call.raw, userNo);
  const attempt = await beginAttempt(db, guesser, address);
  const refusal = await judge();
  if (refusal !== null) {
    await writeAudit(db, call, {
      action: 'auth.verifyMfa.refused',
      subjectType: 'user',
      subjectNo: userNo,
    });
    await warnOfLock(call, attempt, userNo);
    throw refusal;
  }
  await takeBackAttempt(db, guesser, address);
  const reply = await startSession(call, owner, async (tx) => await spendStep(tx, stepToken));
  const left = securityCode === undefined ? await recoveryCodesLeft(db, userNo) : null;
  return { ...reply, recoveryCodesLeft: left };

  async function judge(): Promise<AppError | null> {
    if (securityCode !== undefined) {
      const verdict = await takeSecurityCode(db, services.vault, userNo, securityCode);
      if (verdict.kind === 'right') return null;
      // That a code is right for another minute is news to whoever guesses; who owns the phone heard it when binding.
      return refusalOf(verdict.kind === 'clockOff' ? { kind: 'wrong' } : verdict, attempt.left);
    }
    if (await takeRecoveryCode(call, userNo, recoveryCode ?? '')) return null;
    const facts = { triesLeft: attempt.left };
    return new AppError('RECOVERY_CODE_WRONG', { fields: ['recoveryCode'], facts });
  }
}
