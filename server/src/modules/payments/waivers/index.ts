// Waivers of interest and fees, requested and approved; each collection system reaches its own orders.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { ordersOf, reachOrderOf } from './reach.ts';
export type { System } from './reach.ts';

export const waivers = defineModule({
  name: 'waivers',
  routes,
});
