// Write-offs on cases, by order and by bill: the commands of any order under the codes of collection.

import { defineModule } from '../../../define-module.ts';
import { writeOffImportOf } from '../auto-write-off/index.ts';
import { reachCaseOf, settleBatches } from './commands.ts';
import { settleExports } from './exports.ts';
import { routes } from './routes.ts';

export const caseSettlements = defineModule({
  name: 'case-settlements',
  routes,
  exports: [settleExports.ORDER.kind, settleExports.BILL.kind],
  changes: [settleBatches.ORDER.changeKind, settleBatches.BILL.changeKind],
  jobs: [...settleBatches.ORDER.jobKinds, ...settleBatches.BILL.jobKinds],
  imports: [
    writeOffImportOf({
      kind: 'caseSettle.writeOffs',
      code: 'collection:writeOff:import',
      batch: settleBatches.ORDER,
      reach: async (orderNo, call) => await reachCaseOf('ORDER', orderNo, call),
    }),
    writeOffImportOf({
      kind: 'caseSettleStage.writeOffs',
      code: 'collectionStage:writeOff:import',
      batch: settleBatches.BILL,
      reach: async (orderNo, call) => await reachCaseOf('BILL', orderNo, call),
    }),
  ],
});
