// Reports: figures by dimension, true as of one moment, and the rows behind each.

import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { defineModule } from '../../../define-module.ts';
import { type ClosedDays, closeReportDays } from './close-days.ts';
import { experimentExport } from './ab-tests/list.ts';
import { abTestRoutes } from './ab-tests/routes.ts';
import { approval } from './approval/approval.ts';
import { collection } from './collection/collection.ts';
import { performance, performanceRoutes } from './performance/performance.ts';
import { targetFamilies } from './performance/targets.ts';
import { impairment } from './impairment/impairment.ts';
import { lossRateFamily } from './impairment/loss-rates.ts';
import { operation } from './operation/operation.ts';
import { scheduleExport } from './schedules/list.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { type RunContext, runSchedules } from './schedules/run.ts';
import { financial } from './financial/financial.ts';

const all = [financial, impairment, operation, collection, approval, performance];

/** Keeps the sums of closed days, and compares those of the last two months with the ledger, in steps that a stop keeps. */
export const closeDaysOfReports = async (db: Database, log: Logger, now?: Date): Promise<ClosedDays> =>
  await closeReportDays(
    db,
    all.map(({ kept }) => kept),
    log,
    now,
  );

const schedulables = new Map(all.map(({ schedulable }) => [schedulable.name, schedulable]));

/** Makes the files of scheduled reports that are due, and writes to those whose file is made. */
export const runReportSchedules = async (context: RunContext, now: Date): Promise<void> =>
  await runSchedules(schedulables, context, now);

export const reports = defineModule({
  name: 'reports',
  routes: [
    ...all.flatMap(({ routes }) => routes),
    ...performanceRoutes,
    ...scheduleRoutes(schedulables),
    ...abTestRoutes,
  ],
  config: [...targetFamilies, lossRateFamily],
  exports: [...all.flatMap((report) => report.exports), scheduleExport.kind, experimentExport.kind],
});
