import { wallet } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { withdrawalBatch } from './batch.ts';
import { giveUp, payAgain } from './commands.ts';
import { requestForCustomer, requestReward } from './grant.ts';
import { findRewards, findWithdrawals, readStatement, readWithdrawal } from './read.ts';

export const routes = [
  implement(wallet.withdrawalPage, (request, { db, caller }) => findWithdrawals(db, caller, request)),
  implement(wallet.withdrawal, ({ withdrawNo }, { db, caller }) => readWithdrawal(db, caller, withdrawNo)),
  implement(wallet.rewardPage, (request, { db, caller }) => findRewards(db, caller, request)),
  implement(wallet.statement, ({ customerNo }, { db, caller }) => readStatement(db, caller, customerNo)),
  implement(wallet.grant, requestReward),
  implement(wallet.request, requestForCustomer),
  implement(wallet.retry, payAgain),
  implement(wallet.cancel, giveUp),
  implement(wallet.batchRetry, ({ withdrawNos, reason }, call) =>
    withdrawalBatch.ask('retry', withdrawNos, reason, call),
  ),
  implement(wallet.batchCancel, ({ withdrawNos, reason }, call) =>
    withdrawalBatch.ask('cancel', withdrawNos, reason, call),
  ),
];
