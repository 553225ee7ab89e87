export { withdrawalBatch } from './batch.ts';
export { grantKind } from './grant.ts';
export { grantReward } from './rewards.ts';
export { routes } from './routes.ts';
export { sendWithdrawals } from './send-requested.ts';
export { withdrawalPayout } from './withdrawal-payout.ts';
export { cancelWithdrawal, payWithdrawal, requestWithdrawal } from './withdrawals.ts';
