// Inspections of what staff and robots said: sampled, scored by approved sheets, appealed, decided by another.

import './tables.ts';
import { qualityDecisions } from './decisions.ts';
import { defineModule } from '../../../define-module.ts';
import { assignKind } from './assign.ts';
import { calibrationExport } from './calibrations.list.ts';
import { inspectionExport } from './inspections.list.ts';
import { routes } from './routes.ts';
import { ruleExport } from './rules.ts';
import { sheetExport } from './sheets.ts';

export { inspectFlagged, inspectFollowUp } from './flagged.ts';
export { settleInspections } from './settle.ts';
export { keepSpoken } from './spoken.ts';
export { transcriptOf } from './transcript.ts';
export type { Segment } from './transcript.ts';

export const quality = defineModule({
  name: 'quality',
  routes,
  decisions: qualityDecisions,
  jobs: [assignKind],
  exports: [inspectionExport.kind, sheetExport.kind, ruleExport.kind, calibrationExport.kind],
});
