import { recordKind } from './draft-commands.ts';
import { reversalKind } from './request-reversal.ts';
import { adjustKind, reverseKind } from './statement-commands.ts';

export { reversalPayout } from './reversal-payout.ts';
export { routes } from './routes.ts';
/** Money that stands on a person's word: somebody else agrees. */
export const changeKinds = [recordKind, adjustKind, reverseKind, reversalKind];
export { reverseReceipt } from './statement-commands.ts';
