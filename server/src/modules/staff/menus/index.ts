// Menu entries and the data rules of pages.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { menuExport } from './export.ts';
import { changeKinds } from './change-kinds.ts';

export { createRuledPages } from './ruled-rows.ts';

export const menus = defineModule({
  name: 'menus',
  routes,
  exports: [menuExport.kind],
  changes: changeKinds,
});
