import type { Queryable } from '../../../db/database.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { type BatchThing, defineBatch } from '../../platform/batches/index.ts';
import { giveUp, payAgain } from './commands.ts';

/** Failed withdrawals paid again or given up, many in one batch; the watch over payouts sends them. */
export const withdrawalBatch = defineBatch({
  name: 'wallet',
  family: 'walletBatch',
  title: { en: 'Batch withdrawal', zh: '批量处理提现' },
  checkerCode: 'afterLoan:walletBatch:audit',
  field: 'withdrawNos',
  missing: 'WITHDRAWAL_NOT_FOUND',
  find: findWithdrawalsOf,
  actions: {
    retry: {
      title: { en: 'Retry withdrawals', zh: '批量重试提现' },
      run: async (withdrawNo, { reason }, call) => await payAgain({ withdrawNo, reason }, call),
    },
    cancel: {
      title: { en: 'Cancel withdrawals', zh: '批量取消提现' },
      run: async (withdrawNo, { reason }, call) => await giveUp({ withdrawNo, reason }, call),
    },
  },
});

async function findWithdrawalsOf(
  db: Queryable,
  withdrawNos: readonly string[],
  scope: DataScope,
): Promise<BatchThing[]> {
  const merchantNos = merchantsSeen(scope);
  let query = db
    .selectFrom('walletWithdrawal')
    .select(['withdrawNo as no', 'merchantNo', 'amountCents'])
    .where('withdrawNo', 'in', [...withdrawNos]);
  if (merchantNos) query = query.where('merchantNo', 'in', [...merchantNos, '']);
  return await query.execute();
}
