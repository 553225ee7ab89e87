// Lists of orders: filters, masking, export.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { orderSample } from './sample.ts';
import { MASKABLE_ORDER_FIELDS } from './present.ts';
import { exportOrdersKind, exportAbridgedKind } from './export.ts';
import { exportAllotKind, exportOwnKind } from './export-work.ts';
import { reviewTile } from './tiles.ts';

export { toldAbout } from './abridgment.ts';
export { refuseUnseen } from './log.ts';
export { matchingOrders } from './match.ts';
export type { OrderFilters } from './match.ts';
export { paceOf } from './pace.ts';
export { MASKABLE_ORDER_FIELDS } from './present.ts';
export { orderSample } from './sample.ts';

export const orderLists = defineModule({
  name: 'order-lists',
  routes,
  tiles: [reviewTile],
  exports: [exportOrdersKind, exportAbridgedKind, exportAllotKind, exportOwnKind],
  ruledPages: ['orderallocation', 'myaudit', 'ordermanagement', 'ordermanagementabridgment'].map((page) => ({
    pagePath: `/admincontent/auditsystem/${page}`,
    maskable: MASKABLE_ORDER_FIELDS,
    within: orderSample,
  })),
});
