// Promo codes: batches with a budget, and the coupon that a customer gets for a code.

import { promoCode } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { disableCode, generate, moveBatch } from './commands.ts';
import { promoDecisions } from './decisions.ts';
import { batchExport, codeExport } from './export.ts';
import { batches, codes } from './read.ts';
import { redeem } from './redeem.ts';

const routes = [
  implement(promoCode.batchPage, batches.page),
  implement(promoCode.batchExport, batchExport.queue),
  implement(promoCode.page, codes.page),
  implement(promoCode.exportList, codeExport.queue),
  implement(promoCode.generate, generate),
  implement(promoCode.audit, ({ batchNo, isApproved, reason }, call) =>
    moveBatch(batchNo, isApproved ? 'approve' : 'reject', reason, call),
  ),
  implement(promoCode.batchDisable, ({ batchNo, reason }, call) => moveBatch(batchNo, 'disable', reason, call)),
  implement(promoCode.disable, disableCode),
  implement(promoCode.redeem, redeem),
];

export const promoCodes = defineModule({
  name: 'promo-codes',
  routes,
  decisions: [promoDecisions],
  exports: [batchExport.kind, codeExport.kind],
});
