export { changeKinds } from './change-kinds.ts';
export { grantsOf, type RoleGrant, type RoleGrants } from './grants.ts';
export { routes } from './routes.ts';
export { simulateHolder } from './simulate.ts';
export { roleExport } from './export.ts';
