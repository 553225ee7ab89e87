export { bookFeeKind, reverseFeeKind } from './changes.ts';
export { routes } from './routes.ts';
export { bookFee, reverseFee } from './fees.ts';
