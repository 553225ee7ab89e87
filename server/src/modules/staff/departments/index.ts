// The tree of departments.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { departmentExport } from './export.ts';
import { changeKinds } from './change-kinds.ts';

export { departmentAndBelow, departmentsUpwards } from './departments.ts';

export const departments = defineModule({
  name: 'departments',
  routes,
  exports: [departmentExport.kind],
  changes: changeKinds,
});
