// Repayments on cases: whom they are credited to, their correction, and their rollback by case and by bill.

import { defineModule } from '../../../define-module.ts';
import { attributionKinds } from './attribution.ts';
import { lineExports } from './exports.ts';
import { rollbackBatches } from './rollbacks.ts';
import { routes } from './routes.ts';

export type { RepaymentLineTable } from './tables.ts';

const systems = ['ORDER', 'BILL'] as const;

export const caseRepayments = defineModule({
  name: 'case-repayments',
  routes,
  exports: systems.flatMap((system) => [lineExports[system].repay.kind, lineExports[system].rollback.kind]),
  changes: systems.flatMap((system) => [attributionKinds[system], rollbackBatches[system].changeKind]),
  jobs: systems.flatMap((system) => rollbackBatches[system].jobKinds),
});
