// Reports: figures by dimension, true as of one moment, and the rows behind each.

import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { defineModule } from '../../../define-module.ts';
import { type ClosedDays, closeReportDays } from './close-days.ts';
import { approval } from './approval/approval.ts';
import { collection } from './collection/collection.ts';
import { performance } from './performance/performance.ts';
import { targetFamilies } from './performance/targets.ts';
import { operation } from './operation/operation.ts';
import { financial } from './financial/financial.ts';

const all = [financial, operation, collection, approval, performance];

/** Keeps the sums of closed days, and compares those of the last two months with the ledger. */
export const closeDaysOfReports = async (db: Database, log: Logger, now?: Date): Promise<ClosedDays> =>
  await closeReportDays(
    db,
    all.map(({ kept }) => kept),
    log,
    now,
  );

export const reports = defineModule({
  name: 'reports',
  routes: all.flatMap(({ routes }) => routes),
  config: targetFamilies,
  exports: all.flatMap((report) => report.exports),
});
