// Write-offs on cases, by order and by bill: the commands of any order under the codes of collection.

import { defineModule } from '../../../define-module.ts';
import { settleBatches } from './commands.ts';
import { settleExports, unmatchedExports } from './exports.ts';
import { settleImports } from './imports.ts';
import { routes } from './routes.ts';

export const caseSettlements = defineModule({
  name: 'case-settlements',
  routes,
  exports: [...Object.values(settleExports), ...Object.values(unmatchedExports)].map(({ kind }) => kind),
  changes: [settleBatches.ORDER.changeKind, settleBatches.BILL.changeKind],
  jobs: [...settleBatches.ORDER.jobKinds, ...settleBatches.BILL.jobKinds],
  imports: [settleImports.ORDER, settleImports.BILL],
});
