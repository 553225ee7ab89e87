/** `@kituo/sdk/payments`: what sections show of bills, payments, payouts and their postings. */
import './payments.css';

export { ATTEMPT_STATUS, PayoutAttempts } from './payout-attempts.tsx';
export { PostedJournals } from './posted-journals.tsx';
export { WhyThisBalance } from './why-this-balance.tsx';
export { RollbackTree, useRollback } from './rollback-tree.tsx';
export type { Rollback, RollbackEndpoints, RollbackSubject } from './rollback-tree.tsx';
export { useWriteOff } from './use-write-off.ts';
export type { PreparedWriteOff, WriteOff, WriteOffEndpoints, WriteOffSubject } from './use-write-off.ts';
export { useWriteOffFile, WriteOffFileForm } from './write-off-file.tsx';
export type { WriteOffFile, WriteOffFileEndpoint } from './write-off-file.tsx';
export { WriteOffForm } from './write-off-form.tsx';
