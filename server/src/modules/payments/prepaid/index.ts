export { creditLineKind } from './credit-line.ts';
export { chargeMerchant } from './consumptions.ts';
export { applyForRecharge, decideRecharge, receivingBank } from './recharges.ts';
export { reverseRechargeKind } from './reverse-recharge.ts';
export { routes } from './routes.ts';
export { requestReversal, decideReversal } from './consumptions.ts';
export { reverseRecharge } from './recharges.ts';
