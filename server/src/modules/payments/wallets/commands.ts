import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { showSending } from '../../lending/payouts/index.ts';
import { cancelWithdrawal, payWithdrawal } from './withdrawals.ts';

/** Pays a failed withdrawal again, with its record. @throws AppError as `payWithdrawal` */
export async function payAgain(
  { withdrawNo, reason }: { readonly withdrawNo: string; readonly reason?: string },
  call: CommandContext,
) {
  const { tx, caller, services } = call;
  const { withdrawal, attemptNo } = await payWithdrawal(tx, withdrawNo, 'retry', caller);
  const { merchantNo, withdrawStatus, amountCents } = withdrawal;
  await writeAudit(tx, call, {
    action: 'wallet.retry',
    subjectType: 'withdrawal',
    subjectNo: withdrawNo,
    merchantNo,
    before: { withdrawStatus: 'FAILED' },
    after: { withdrawStatus, attemptNo, amountCents },
    ...(reason !== undefined && { reason }),
  });
  await showSending(tx, services.engine.subjects, attemptNo);
  call.afterCommit(() => services.engine.send(attemptNo));
  return { withdrawNo, withdrawStatus, attemptNo };
}

/** Gives a failed withdrawal up, with its record. @throws AppError as `cancelWithdrawal` */
export async function giveUp(
  { withdrawNo, reason }: { readonly withdrawNo: string; readonly reason: string },
  call: CommandContext,
) {
  const { tx, caller } = call;
  const withdrawal = await cancelWithdrawal(tx, withdrawNo, { reason, scope: caller.scope });
  const { merchantNo, withdrawStatus, amountCents } = withdrawal;
  await writeAudit(tx, call, {
    action: 'wallet.cancel',
    subjectType: 'withdrawal',
    subjectNo: withdrawNo,
    merchantNo,
    before: { withdrawStatus: 'FAILED' },
    after: { withdrawStatus, releasedCents: amountCents },
    reason,
  });
  return { withdrawNo, withdrawStatus };
}
