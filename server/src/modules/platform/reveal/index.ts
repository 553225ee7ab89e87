// Masked values shown in full: purpose, log and budget.

import { defineModule } from '../../../define-module.ts';
import { fieldExport, revealRecordExport } from './reveal-record.ts';
import { sensitiveInfoFamily } from './sensitive-info.ts';
import { routes } from './routes.ts';
import { unusualExport } from './unusual.ts';

export { revealsOf } from './log.ts';
export { createRevealKinds } from './kinds.ts';
export type { RevealField, RevealKind, RevealKinds } from './kinds.ts';
export { recordListening } from './listened.ts';
export { recordSearch } from './record-search.ts';
export { revealOf } from './reveal-of.ts';
export { rowReveals } from './row-reveals.ts';
export { revealValue } from './reveal.ts';
export { unusualDays } from './unusual.ts';

export const reveal = defineModule({
  name: 'reveal',
  routes,
  config: [sensitiveInfoFamily],
  exports: [revealRecordExport.kind, fieldExport.kind, unusualExport.kind],
});
