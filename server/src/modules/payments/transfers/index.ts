// Transfers between our own accounts and back to a payer.

import { defineModule } from '../../../define-module.ts';
import { transferDecisions } from './decisions.ts';
import { transferExport } from './export.ts';
import { routes } from './routes.ts';
import { releaseTransfersKind } from './batch.ts';
import { chargeVouchers } from './vouchers.ts';

export { cashTransferMachine } from './cash-transfer.machine.ts';
export { transferPayout } from './transfer-payout.ts';
export { askReturn, decideTransfer, giveUpTransfer, releaseTransfer } from './transfers.ts';

export const transfers = defineModule({
  name: 'transfers',
  routes,
  decisions: [transferDecisions],
  jobs: [releaseTransfersKind],
  exports: [transferExport.kind],
  fileSubjects: [chargeVouchers],
});
