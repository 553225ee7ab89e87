// Shifts, plans, auto-scheduling and requests for a change of shifts.

import { defineModule } from '../../../define-module.ts';
import { planExport } from './plans.ts';
import { routes } from './routes.ts';
import { correctionVouchers } from './vouchers.ts';

export const schedules = defineModule({
  name: 'schedules',
  routes,
  exports: [planExport.kind],
  fileSubjects: [correctionVouchers],
});
