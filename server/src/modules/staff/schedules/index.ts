// Shifts, plans, auto-scheduling, requests for a change of shifts, thresholds and abnormal days.

import { defineModule } from '../../../define-module.ts';
import { resolveDaysKind } from './abnormal/day-commands.ts';
import { abnormalExport, ownAbnormalExport } from './abnormal/day-list.ts';
import { thresholdExport } from './abnormal/threshold-list.ts';
import { autoKind } from './auto/auto-job.ts';
import { calendarExport } from './calendar-export.ts';
import { scheduleDecisions } from './decisions.ts';
import { planExport } from './plans.ts';
import { routes } from './routes.ts';
import { importShiftsKind } from './shift-import.ts';
import { correctionVouchers } from './vouchers.ts';

export { findAbnormalDays } from './abnormal/find-abnormal.ts';

export const schedules = defineModule({
  name: 'schedules',
  routes,
  decisions: [scheduleDecisions],
  jobs: [resolveDaysKind, autoKind],
  imports: [importShiftsKind],
  exports: [calendarExport.kind, planExport.kind, thresholdExport.kind, abnormalExport.kind, ownAbnormalExport.kind],
  fileSubjects: [correctionVouchers],
});
