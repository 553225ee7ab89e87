export { payoutBatch } from './batch.ts';
export { autoCancelFamily, cancelUnpaid } from './auto-cancel.ts';
export { offlineLoanKind } from './offline-loan.ts';
export { routes } from './routes.ts';
