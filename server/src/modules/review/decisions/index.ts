import { payoutChangeKind } from './payout-change.ts';

export { endIdleReviews } from './idle.ts';
export { routes } from './routes.ts';
export { sendPassedOrders } from './send.ts';
export { notifyReturnedLater } from './notify-returned.ts';
export const changeKinds = [payoutChangeKind];
