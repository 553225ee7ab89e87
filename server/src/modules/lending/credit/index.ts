// Credit limits of customers and temporary increases.

import { defineModule } from '../../../define-module.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { auditManyKind, removeManyKind } from './decide-tasks.ts';
import { creditDecisions } from './decisions.ts';
import { creditExport, taskExport } from './export.ts';
import { creditImport } from './import.ts';
import { credits } from './read.ts';
import { routes } from './routes.ts';
import { openCreditKind } from './limits.ts';

export { creditOf, creditsOf, lockCredit } from './credit-line.ts';
export { openCredit, settleCredits } from './settle-credits.ts';
export { auditTask, checkMark, createTask, writeTask } from './tasks.ts';

export const credit = defineModule({
  name: 'credit',
  routes,
  decisions: [creditDecisions],
  changes: [openCreditKind],
  jobs: [auditManyKind, removeManyKind],
  exports: [taskExport.kind, creditExport.kind],
  imports: [creditImport],
  reveals: [
    revealOf(credits, {
      kind: 'temporaryCredit.phone',
      title: { en: 'Customer phone', zh: '客户手机号' },
      field: 'phone',
      access: { code: ['operation:temporaryCreditTask:customerPhone'] },
      valueOf: ({ phone }) => phone,
    }),
  ],
});
