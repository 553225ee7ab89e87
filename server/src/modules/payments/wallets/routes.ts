import { wallet } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { withdrawalBatch } from './batch.ts';
import { giveUp, payAgain } from './commands.ts';
import { rewardExport, withdrawalExport } from './export.ts';
import { requestForCustomer, requestReward } from './grant.ts';
import { readRings } from './rings.ts';
import { readStatement, readWithdrawal, rewards, withdrawals } from './read.ts';

export const routes = [
  implement(wallet.withdrawalPage, withdrawals.page),
  implement(wallet.withdrawalExport, withdrawalExport.queue),
  implement(wallet.withdrawal, ({ withdrawNo }, call) => readWithdrawal(withdrawNo, call)),
  implement(wallet.rewardPage, rewards.page),
  implement(wallet.rewardExport, rewardExport.queue),
  implement(wallet.statement, ({ customerNo }, { db, caller }) => readStatement(db, caller, customerNo)),
  implement(wallet.rings, readRings),
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
