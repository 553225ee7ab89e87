// Roles and what they grant.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { roleExport } from './export.ts';
import { changeKinds } from './change-kinds.ts';

export { grantsOf, type RoleGrant, type RoleGrants } from './grants.ts';
export { visibilityOf, type Visibility } from './hidden.ts';
export { simulateHolder } from './simulate.ts';

export const roles = defineModule({
  name: 'roles',
  routes,
  exports: [roleExport.kind],
  changes: changeKinds,
});
