import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { payoutAttemptMachine } from './payout-attempt.machine.ts';
import { walletWithdrawalMachine } from './wallet-withdrawal.machine.ts';

checkMachine(payoutAttemptMachine, {
  CREATED: ['SENT'],
  SENT: ['SUCCESS', 'FAILED', 'UNKNOWN'],
  UNKNOWN: ['SUCCESS', 'FAILED'],
  SUCCESS: [],
  FAILED: [],
});

checkMachine(walletWithdrawalMachine, {
  REQUESTED: ['IN_PROGRESS'],
  IN_PROGRESS: ['SUCCESS', 'FAILED'],
  FAILED: ['IN_PROGRESS', 'CANCELLED'],
  SUCCESS: [],
  CANCELLED: [],
});
