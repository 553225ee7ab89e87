// Customer wallets: rewards and withdrawals.

import { defineModule } from '../../../define-module.ts';
import { rewardExport, withdrawalExport } from './export.ts';
import { withdrawalReveals, walletRewardReveals } from './read.ts';
import { routes } from './routes.ts';
import { withdrawalBatch } from './batch.ts';
import { grantKind } from './grant.ts';

export { grantReward, takeBackReward } from './rewards.ts';
export { sendWithdrawals } from './send-requested.ts';
export { withdrawalPayout } from './withdrawal-payout.ts';
export { cancelWithdrawal, payWithdrawal, requestWithdrawal } from './withdrawals.ts';

export const wallets = defineModule({
  name: 'wallets',
  routes,
  reveals: [...withdrawalReveals, ...walletRewardReveals],
  jobs: withdrawalBatch.jobKinds,
  exports: [withdrawalExport.kind, rewardExport.kind],
  changes: [withdrawalBatch.changeKind, grantKind],
});
