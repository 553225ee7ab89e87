// Losses recognised on bad debt: requested, checked, cancelled within the open period.
export { routes } from './routes.ts';
