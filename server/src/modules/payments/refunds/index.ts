// Refunds of overpayments: requested, verified, approved, paid.

import { defineModule } from '../../../define-module.ts';
import { refundExport } from './export.ts';
import { routes } from './routes.ts';
import { refundDecisions } from './decisions.ts';
import { refundTile } from './tiles.ts';
import { refundBatch } from './batch.ts';

export { refusalOfRefundAmount, refusalOfRefundPayout } from './limits.ts';
export type { RefundForPayout, RefundPolicy } from './limits.ts';
export { refundVerificationMachine } from '../../../state-machine/machines/refund-verification.machine.ts';
export { refundMachine } from '../../../state-machine/machines/refund.machine.ts';
export { agreeToOtherPayee, applyForRefund, decideRefund, payRefund, refundPayout, verifyRefund } from './refunds.ts';
export type { NewRefund } from './refunds.ts';

export const refunds = defineModule({
  name: 'refunds',
  routes,
  jobs: refundBatch.jobKinds,
  tiles: [refundTile],
  decisions: [refundDecisions],
  exports: [refundExport.kind],
  changes: [refundBatch.changeKind],
});
