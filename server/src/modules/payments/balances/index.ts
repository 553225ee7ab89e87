// Balances as the keepers of our accounts state them, beside what the books say.

import { defineModule } from '../../../define-module.ts';
import { correctKind } from './commands.ts';
import { balanceExport } from './export.ts';
import { balanceImport } from './import.ts';
import { routes } from './routes.ts';
import { balanceVouchers } from './vouchers.ts';

export { balanceTopics } from './callbacks.ts';
export type { BalanceEntryTable, BalanceMarkTable, BalanceQueryTable } from './tables.ts';

export const balancesModule = defineModule({
  name: 'balances',
  routes,
  changes: [correctKind],
  imports: [balanceImport],
  exports: [balanceExport.kind],
  fileSubjects: [balanceVouchers],
});
