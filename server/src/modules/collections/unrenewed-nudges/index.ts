// SMS for unrenewed loans: standing rules that write to customers who settled and did not borrow again.

import { defineModule } from '../../../define-module.ts';
import { nudgeDecisions } from './decisions.ts';
import { configExport, sendPhone, sendsExport } from './list.ts';
import { routes } from './routes.ts';
import { sendKind } from './send.ts';

export { countRenewals } from './outcomes.ts';
export { runNudges } from './runs.ts';

export const unrenewedNudges = defineModule({
  name: 'unrenewed-nudges',
  routes,
  decisions: [nudgeDecisions],
  jobs: [sendKind],
  exports: [configExport.kind, sendsExport.kind],
  reveals: [sendPhone],
});
