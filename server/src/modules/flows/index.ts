import { recordKind } from './draft-commands.ts';
import { adjustKind, reverseKind } from './statement-commands.ts';

export { routes } from './routes.ts';
/** Money that stands on a person's word: somebody else agrees. */
export const changeKinds = [recordKind, adjustKind, reverseKind];
export { reverseReceipt } from './statement-commands.ts';
