// Incoming payments on the bank statement: recorded, adjusted, reversed.

import { defineModule } from '../../../define-module.ts';
import { draftExport } from './drafts-export.ts';
import { flowExport } from './export.ts';
import { refusedExport } from './refused-export.ts';
import { assignJob, supplementImport } from './many.ts';
import { flowDraftReveals } from './read-flows.ts';
import { routes } from './routes.ts';
import { recordKind } from './draft-commands.ts';
import { reversalKind } from './request-reversal.ts';
import { adjustKind, reverseKind } from './statement-commands.ts';
import { unmatchedTile } from './tiles.ts';

export { reversalPayout } from './reversal-payout.ts';
export { candidatesOf } from './candidates.ts';
export { peopleWith } from './owners.ts';
export { askReceipt } from './query-third-party.ts';
export type { AskingReceipt } from './query-third-party.ts';
export { bankAccount } from './bank-account.ts';
export { adjustKind, reverseKind, reverseReceipt } from './statement-commands.ts';

export const flows = defineModule({
  name: 'flows',
  routes,
  reveals: [...flowDraftReveals],
  jobs: [assignJob],
  imports: [supplementImport],
  exports: [flowExport.kind, draftExport.kind, refusedExport.kind],
  tiles: [unmatchedTile],
  // Money that rests on a person's word: somebody else agrees.
  changes: [recordKind, adjustKind, reverseKind, reversalKind],
});
