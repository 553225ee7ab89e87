export { grantsOf, type RoleGrant, type RoleGrants } from './grants.ts';
export { routes } from './routes.ts';
