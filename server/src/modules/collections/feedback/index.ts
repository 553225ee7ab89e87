export { routes } from './routes.ts';
export { moveFeedback } from './store.ts';
