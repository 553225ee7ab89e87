// Settlement days of partner merchants: confirmed, paid, reopened.

import { defineModule } from '../../../define-module.ts';
import { applicationExport } from './applications.ts';
import { partnerDayExport } from './export.ts';
import { partnerDayImport } from './import.ts';
import { routes } from './routes.ts';
import { confirmBatch, confirmKind, reopenKind, settleKind } from './changes.ts';

export { confirmDay, saveDay } from './days.ts';
export { settleDays } from './settle.ts';

export const partners = defineModule({
  name: 'partners',
  routes,
  jobs: confirmBatch.jobKinds,
  imports: [partnerDayImport],
  exports: [partnerDayExport.kind, applicationExport.kind],
  changes: [confirmKind, reopenKind, settleKind, confirmBatch.changeKind],
});
