export { creditOf, lockCredit } from './credit.ts';
export { denialReasonOf } from './details.ts';
export { evidenceOf } from './evidence.ts';
export { findDetails, readOrder, seesOrder } from './find-order.ts';
export type { OrderRecord } from './find-order.ts';
export { hidden, nameFor } from './masked.ts';
export { accountOf } from './payee.ts';
export { revealKinds } from './reveals.ts';
export { routes } from './routes.ts';
