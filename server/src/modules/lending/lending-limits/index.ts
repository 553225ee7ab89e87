// Daily limits on new lending and their use.

import { defineModule } from '../../../define-module.ts';
import { limitExport } from './export.ts';
import { routes } from './routes.ts';
import { scaleManyKind } from './scale.ts';
import { lendingLimitFamily } from './limit.ts';

export { lendingDays } from './days.ts';
export type { LendingDay } from './days.ts';
export type { LendingPauseTable } from './tables.ts';
export { shortOfFunds } from './funds.ts';
export type { ShortOfFunds } from './funds.ts';
export { refuseBeyondLimit } from './hold.ts';
export { limitAt, LOAN_TYPE_WORDS } from './limit.ts';
export { usedPercent } from './rules.ts';

export const lendingLimits = defineModule({
  name: 'lending-limits',
  routes,
  config: [lendingLimitFamily],
  jobs: [scaleManyKind],
  exports: [limitExport.kind],
});
