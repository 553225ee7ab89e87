export { toldAbout } from './abridgment.ts';
export { exportAbridgedKind, exportOrdersKind } from './export.ts';
export { refuseUnseen } from './log.ts';
export { matchingOrders } from './match.ts';
export type { OrderFilters } from './match.ts';
export { paceOf } from './pace.ts';
export { MASKABLE_ORDER_FIELDS } from './present.ts';
export { routes } from './routes.ts';
export { orderSample } from './sample.ts';
