// Deciding an order: pass, return, decline.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { payeeChangeKind } from './payee-change.ts';
import { payoutChangeKind } from './payout-change.ts';

export { endIdleReviews } from './idle.ts';
export { sendPassedOrders } from './send.ts';
export { notifyReturnedLater } from './notify-returned.ts';

export const decisions = defineModule({
  name: 'decisions',
  routes,
  changes: [payoutChangeKind, payeeChangeKind],
});
