export { payoutAttemptMachine } from './payout-attempt.machine.ts';
export { walletWithdrawalMachine } from './wallet-withdrawal.machine.ts';
