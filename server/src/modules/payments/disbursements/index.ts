// Disbursing orders: alone, in batches, offline, and automatic cancellation.

import { defineModule } from '../../../define-module.ts';
import { attemptExport } from './export.ts';
import { payoutOrderExport } from './order-export.ts';
import { ruleExport, ruleRoutes, versionsOf } from '../../platform/rules/index.ts';
import { routes } from './routes.ts';
import { payoutBatch } from './batch.ts';
import { offlineImport } from './import-offline.ts';
import { offlineLoanKind } from './offline-loan.ts';
import { payoutTiles } from './tiles.ts';
import { autoCancelFamily } from './auto-cancel.ts';

export { cancelUnpaid } from './auto-cancel.ts';
export { withoutRoute } from './held-back.ts';

export const disbursements = defineModule({
  name: 'disbursements',
  routes: [...routes, ...ruleRoutes(autoCancelFamily)],
  jobs: [...payoutBatch.jobKinds, offlineImport.jobKind],
  imports: [offlineImport.importKind],
  tiles: payoutTiles,
  exports: [attemptExport.kind, payoutOrderExport.kind, ruleExport(autoCancelFamily).kind],
  changes: [payoutBatch.changeKind, offlineLoanKind, offlineImport.changeKind],
  config: [versionsOf(autoCancelFamily)],
});
