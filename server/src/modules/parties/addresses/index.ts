export { nameOfPlace } from './kenya.ts';
export { routes } from './routes.ts';
