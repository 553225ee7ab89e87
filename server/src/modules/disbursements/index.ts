export { payoutBatch } from './batch.ts';
export { autoCancelFamily, cancelUnpaid } from './auto-cancel.ts';
export { routes } from './routes.ts';
