import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { showSending } from '../../lending/payouts/index.ts';
import { lockTransfer } from './store.ts';
import { releaseTransfer } from './transfers.ts';

/**
 * Releases a transfer, with its record: sent once this is committed; a preview shows what the sending will post.
 * @throws AppError as `releaseTransfer`
 */
export async function releaseWithRecord(transferNo: string, call: CommandContext) {
  const { tx, caller, services } = call;
  const before = await lockTransfer(tx, transferNo, caller.scope);
  const who = { userNo: caller.userNo, scope: caller.scope, at: new Date() };
  const { transfer, attemptNo } = await releaseTransfer(tx, transferNo, who);
  const { merchantNo, transferStatus, amountCents } = transfer;
  await writeAudit(tx, call, {
    action: 'transferApply.release',
    subjectType: 'transfer',
    subjectNo: transferNo,
    merchantNo,
    before: { transferStatus: before.transferStatus },
    after: { transferStatus, amountCents, attemptNo },
  });
  await showSending(tx, services.engine.subjects, attemptNo);
  call.afterCommit(() => services.engine.send(attemptNo));
  return { transferNo, transferStatus, attemptNo };
}
