import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { minutesAndSeconds } from '../../../http/minutes-and-seconds.ts';
import { endSessions } from '../../platform/access/index.ts';
import { type AuditActor, writeAudit } from '../../platform/audit/index.ts';
import { queueNotice } from '../../platform/messages/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import type { CodeVerdict } from './security-code.ts';

/** What a code that is not right is refused with; every one of them was a try. */
export function refusalOf(verdict: Exclude<CodeVerdict, { kind: 'right' }>, triesLeft: number): AppError {
  const fields = ['securityCode'];
  switch (verdict.kind) {
    case 'wrong':
      return new AppError('MFA_CODE_WRONG', { fields, facts: { triesLeft } });
    case 'used':
      return new AppError('MFA_CODE_USED', { fields, facts: { triesLeft } });
    case 'clockOff': {
      const { offBySeconds } = verdict;
      const facts = { triesLeft, offBySeconds, offBy: minutesAndSeconds(Math.abs(offBySeconds)) };
      const error = offBySeconds > 0 ? 'MFA_CLOCK_AHEAD' : 'MFA_CLOCK_BEHIND';
      return new AppError(error, { fields, facts });
    }
  }
}

export interface Binding {
  readonly userNo: string;
  readonly qrId: string;
  readonly secret: Buffer;
  /** The time step of the code that proved it: that code is used up. */
  readonly step: number;
  /** The session that stays; all others end. */
  readonly sessionId: string;
}

/** Puts the new authenticator in the place of the one before. Answers the recovery codes. Throws MFA_QR_VOID. */
export async function bindMfa(
  tx: Tx,
  vault: Vault,
  actor: AuditActor,
  { userNo, qrId, secret, step, sessionId }: Binding,
): Promise<string[]> {
  // First, as who takes the authenticator away.
  await tx.selectFrom('appUser').select('userNo').where('userNo', '=', userNo).forNoKeyUpdate().execute();
  const spent = await tx
    .deleteFrom('mfaOffer')
    .where('userNo', '=', userNo)
    .where('qrId', '=', qrId)
    .executeTakeFirst();
  if (spent.numDeletedRows === 0n) throw new AppError('MFA_QR_VOID');
  const binding = {
    keyId: vault.keyId,
    secretSealed: vault.seal(secret, userNo),
    lastStep: step,
    boundAt: new Date(),
  };
  const before = await tx.selectFrom('mfaBinding').select('boundAt').where('userNo', '=', userNo).executeTakeFirst();
  await tx
    .insertInto('mfaBinding')
    .values({ userNo, ...binding })
    .onConflict((conflict) => conflict.column('userNo').doUpdateSet(binding))
    .execute();
  const recoveryCodes = await renewRecoveryCodes(tx, vault, userNo);
  await tx.updateTable('appUser').set({ mfaBound: true, mustBindMfa: false }).where('userNo', '=', userNo).execute();
  // A step that was opened for the authenticator before would lead past the new one.
  await tx.deleteFrom('signInStep').where('userNo', '=', userNo).execute();
  const sessionsEnded = await endSessions(tx, userNo, 'MFA_BOUND', { except: sessionId });
  await writeAudit(tx, actor, {
    action: 'host:mfa:bind',
    subjectType: 'user',
    subjectNo: userNo,
    before: { mfaBound: before !== undefined, boundAt: before?.boundAt },
    after: { mfaBound: true, sessionsEnded },
  });
  await queueNotice(tx, 'mfa.bound', userNo);
  return recoveryCodes;
}

/** Takes a person's authenticator away, with everything that hangs on it. The next sign-in binds again. */
export async function unbindMfa(tx: Queryable, userNo: string): Promise<void> {
  for (const table of ['mfaBinding', 'mfaRecoveryCode', 'mfaOffer', 'signInStep'] as const) {
    await tx.deleteFrom(table).where('userNo', '=', userNo).execute();
  }
  await tx.updateTable('appUser').set({ mustBindMfa: true }).where('userNo', '=', userNo).execute();
}
