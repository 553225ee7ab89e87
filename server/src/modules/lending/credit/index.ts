// Credit limits of customers and temporary increases.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { openCreditKind } from './limits.ts';

export { creditOf, lockCredit } from './credit-line.ts';
export { openCredit, settleCredits } from './settle-credits.ts';
export { auditTask, checkMark, createTask } from './tasks.ts';

export const credit = defineModule({
  name: 'credit',
  routes,
  changes: [openCreditKind],
});
