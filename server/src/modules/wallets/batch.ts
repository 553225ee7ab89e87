import type { ParsedRequestOf, wallet } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Tx } from '../../db/database.ts';
import { AppError } from '../../http/app-error.ts';
import type { CommandContext } from '../../http/implement.ts';
import { merchantsSeen } from '../../http/merchant-scope.ts';
import { writeAudit } from '../audit/index.ts';
import { type ChangeKind, requestChange } from '../changes/index.ts';
import { createJob, type ItemsKind } from '../jobs/index.ts';
import { cancelWithdrawal, payWithdrawal } from './withdrawals.ts';

const AUDIT = 'afterLoan:walletBatch:audit';

/** Failed withdrawals paid again, each in a transaction; the watch over payouts sends them. */
export const retryWithdrawalsKind: ItemsKind<{ reason: string }> = {
  kind: 'wallet.retryMany',
  title: { en: 'Withdrawals paid again', zh: '批量重试提现' },
  code: AUDIT,
  params: z.strictObject({ reason: z.string() }),
  async runItem({ subjectNo }, { reason }, { tx, caller, jobNo }) {
    const { withdrawal, attemptNo } = await payWithdrawal(tx, subjectNo ?? '', 'retry', caller);
    const { withdrawNo, merchantNo, withdrawStatus } = withdrawal;
    await writeAudit(tx, { caller, requestId: jobNo, address: '' }, {
      action: 'wallet.retry',
      subjectType: 'withdrawal',
      subjectNo: withdrawNo,
      merchantNo,
      before: { withdrawStatus: 'FAILED' },
      after: { withdrawStatus, attemptNo },
      reason,
    }); // prettier-ignore
    return { attemptNo };
  },
};

/** Failed withdrawals given up, each in a transaction. */
export const cancelWithdrawalsKind: ItemsKind<{ reason: string }> = {
  kind: 'wallet.cancelMany',
  title: { en: 'Withdrawals given up', zh: '批量取消提现' },
  code: AUDIT,
  params: z.strictObject({ reason: z.string() }),
  async runItem({ subjectNo }, { reason }, { tx, caller, jobNo }) {
    const withdrawal = await cancelWithdrawal(tx, subjectNo ?? '', { reason, scope: caller.scope });
    const { withdrawNo, merchantNo, withdrawStatus } = withdrawal;
    await writeAudit(tx, { caller, requestId: jobNo, address: '' }, {
      action: 'wallet.cancel',
      subjectType: 'withdrawal',
      subjectNo: withdrawNo,
      merchantNo,
      before: { withdrawStatus: 'FAILED' },
      after: { withdrawStatus },
      reason,
    }); // prettier-ignore
    return null;
  },
};

const payload = z.strictObject({
  action: z.enum(['retry', 'cancel']),
  withdrawNos: z.array(z.string()),
  reason: z.string(),
});

/** Bulk money actions take a second person: agreed to, the batch is a job of the one who agreed. */
export const batchKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'wallet.batch',
  family: 'walletBatch',
  title: { en: 'Withdrawals in one go', zh: '批量处理提现' },
  checkerCode: AUDIT,
  lapsesAfterHours: 24,
  payload,
  async describe(db, { action, withdrawNos }, scope) {
    const merchantNos = merchantsSeen(scope);
    let query = db
      .selectFrom('walletWithdrawal')
      .select(['merchantNo', 'amountCents', 'withdrawStatus'])
      .where('withdrawNo', 'in', [...withdrawNos]);
    if (merchantNos) query = query.where('merchantNo', 'in', [...merchantNos, '']);
    const rows = await query.execute();
    if (rows.length < new Set(withdrawNos).size) throw new AppError('WITHDRAWAL_NOT_FOUND');
    const amountCents = rows.reduce((sum, row) => sum + row.amountCents, 0);
    return {
      subjectNo: null,
      subjectName: `${rows.length} × ${action}`,
      before: null,
      after: { action, withdrawals: rows.length, amountCents },
      concerns: [],
      merchantNos: [...new Set(rows.map((row) => row.merchantNo))],
      state: null,
    };
  },
  async apply({ action, withdrawNos, reason }, call) {
    const kind = action === 'retry' ? retryWithdrawalsKind : cancelWithdrawalsKind;
    const items = [...new Set(withdrawNos)].map((subjectNo) => ({ subjectNo, input: null }));
    await refuseOthers(call.tx, withdrawNos);
    // Tried out at the asking, by a person who need not hold what starting the job takes.
    if (!call.caller.codes.has(AUDIT)) return { jobNo: null };
    return { jobNo: await createJob(kind, { reason }, call, items) };
  },
};

/** A request of which nothing could be done is refused at its form; what moves meanwhile fails as an item. */
async function refuseOthers(tx: Tx, withdrawNos: readonly string[]): Promise<void> {
  const other = await tx
    .selectFrom('walletWithdrawal')
    .select('withdrawStatus')
    .where('withdrawNo', 'in', [...withdrawNos])
    .where('withdrawStatus', '<>', 'FAILED')
    .executeTakeFirst();
  if (!other) return;
  const facts = { subject: 'wallet withdrawal', state: other.withdrawStatus, command: 'batch' };
  throw new AppError('ILLEGAL_TRANSITION', { fields: ['withdrawNos'], facts });
}

/** @throws AppError WITHDRAWAL_NOT_FOUND, ILLEGAL_TRANSITION where one of them has not failed */
export async function askForBatch(
  { withdrawNos, reason }: ParsedRequestOf<typeof wallet.batchRetry>,
  action: 'retry' | 'cancel',
  call: CommandContext,
): Promise<{ changeNo: string }> {
  const changeNo = await requestChange(batchKind, { action, withdrawNos, reason }, call, reason);
  return { changeNo };
}
