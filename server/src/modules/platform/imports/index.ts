// Files of rows: template, preview and import.

import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';

export { centsIn, dayIn, importColumns, instantIn, orNull } from './cells.ts';
export { LONG_FILE, parseCsv, parseXlsx } from './read-file.ts';
export { importFile } from './import-file.ts';
export { failedRowsOf } from './failed-rows.ts';
export { importJob } from './import-job.ts';
export { createImportKinds } from './kinds.ts';
export type { Cells, ImportKind, ImportKinds } from './kinds.ts';

export const imports = defineModule({
  name: 'imports',
  routes,
});
