// Code lists: their labels, order and colours.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { importEntriesKind } from './import.ts';
import { entryExport } from './export.ts';

export { checkCodes } from './codes.ts';

export const dictionaries = defineModule({
  name: 'dictionaries',
  routes,
  imports: [importEntriesKind],
  exports: [entryExport.kind],
});
