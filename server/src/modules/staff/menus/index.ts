export { changeKinds } from './change-kinds.ts';
export { routes } from './routes.ts';
export { menuExport } from './export.ts';
