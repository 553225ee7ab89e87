// Prepaid accounts of merchants: recharges, consumption and credit lines.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { reverseRechargeKind } from './reverse-recharge.ts';
import { creditLineKind } from './credit-line.ts';

export { chargeMerchant } from './consumptions.ts';
export { applyForRecharge, decideRecharge, receivingBank } from './recharges.ts';
export { requestReversal, decideReversal } from './consumptions.ts';
export { reverseRecharge } from './recharges.ts';

export const prepaid = defineModule({
  name: 'prepaid',
  routes,
  changes: [reverseRechargeKind, creditLineKind],
});
