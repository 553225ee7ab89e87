import { wallet } from '@kituo/sdk/contracts';
import { implement } from '../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { showSending } from '../payouts/index.ts';
import { askForBatch } from './batch.ts';
import { findRewards, findWithdrawals, readStatement, readWithdrawal } from './read.ts';
import { cancelWithdrawal, payWithdrawal } from './withdrawals.ts';

export const routes = [
  implement(wallet.withdrawalPage, (request, { db, caller }) =>
    findWithdrawals(db, caller, request),
  ),
  implement(wallet.withdrawal, ({ withdrawNo }, { db, caller }) =>
    readWithdrawal(db, caller, withdrawNo),
  ),
  implement(wallet.rewardPage, (request, { db, caller }) => findRewards(db, caller, request)),
  implement(wallet.statement, ({ customerNo }, { db, caller }) =>
    readStatement(db, caller, customerNo),
  ),
  implement(wallet.retry, async ({ withdrawNo }, call) => {
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
    });
    await showSending(tx, services.engine.subjects, attemptNo);
    call.afterCommit(() => services.engine.send(attemptNo));
    return { withdrawNo, withdrawStatus, attemptNo };
  }),
  implement(wallet.cancel, async ({ withdrawNo, reason }, call) => {
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
  }),
  implement(wallet.batchRetry, (request, call) => askForBatch(request, 'retry', call)),
  implement(wallet.batchCancel, (request, call) => askForBatch(request, 'cancel', call)),
];
