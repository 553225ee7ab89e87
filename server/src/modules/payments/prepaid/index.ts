// Prepaid accounts of merchants: recharges, consumption and credit lines.

import { defineModule } from '../../../define-module.ts';
import { prepaidDecisions } from './decisions.ts';
import { consumptionExport, rechargeExport } from './export.ts';
import { ruleExport, versionsOf } from '../../platform/rules/index.ts';
import { chargeDisbursed, priceFamily } from './prices.ts';
import { reverseManyKind } from './reverse-many.ts';
import { consumptionReveals } from './read-consumptions.ts';
import { rechargeReveals } from './read-recharges.ts';
import { routes } from './routes.ts';
import { reverseRechargeKind } from './reverse-recharge.ts';
import { creditLineKind } from './credit-line.ts';
import { merchantVouchers } from './vouchers.ts';

export { chargeMerchant } from './consumptions.ts';
export { applyForRecharge, decideRecharge, receivingBank } from './recharges.ts';
export { requestReversal, decideReversal } from './consumptions.ts';
export { chargeUse, priceAt } from './prices.ts';
export { chargeUses } from './uses.ts';
export { reverseRecharge } from './recharges.ts';

export const prepaid = defineModule({
  name: 'prepaid',
  routes,
  reveals: [...consumptionReveals, ...rechargeReveals],
  decisions: prepaidDecisions,
  jobs: [reverseManyKind],
  config: [versionsOf(priceFamily)],
  subscribers: [chargeDisbursed],
  exports: [rechargeExport.kind, consumptionExport.kind, ruleExport(priceFamily).kind],
  fileSubjects: [merchantVouchers],
  changes: [reverseRechargeKind, creditLineKind],
});
