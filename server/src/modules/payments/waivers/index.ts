// Waivers of interest and fees, requested and approved; each collection system reaches its own orders.
export { ordersOf, reachOrderOf } from './reach.ts';
export type { System } from './reach.ts';
export { routes } from './routes.ts';
