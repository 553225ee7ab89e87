// Payout attempts: sent once, followed until the channel says what became of them.

export { createAttempt, lockAttempt, markSent, markUnknown, resolveAttempt, showSending } from './attempts.ts';
export type { NewAttempt, PayoutOutcome } from './attempts.ts';
export { bankTopics } from './bank-reports.ts';
export { pageOfPayout } from './contradiction.ts';
export { payoutTopics } from './mpesa-callbacks.ts';
export { payoutAttemptMachine } from './payout-attempt.machine.ts';
export { sendPayout } from './send-payout.ts';
export type { PayoutRunner } from './send-payout.ts';
export type { PayoutAttempt, PayoutSubject, PayoutSubjects } from './subjects.ts';
export { walletWithdrawalMachine } from './wallet-withdrawal.machine.ts';
export { askAboutPayout, watchPayouts } from './watch-payouts.ts';
export { WATCH_TIMES } from './watch-times.ts';
export type { WatchTimes } from './watch-times.ts';
