export { merchantsWithin } from './merchants.ts';
export { routes } from './routes.ts';
