export { chargeMerchant } from './consumptions.ts';
export { applyForRecharge, decideRecharge } from './recharges.ts';
export { reverseRechargeKind } from './reverse-recharge.ts';
export { routes } from './routes.ts';
