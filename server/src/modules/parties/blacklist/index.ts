// The manual blacklist: people, devices and accounts that no loan is made to.

import { defineModule } from '../../../define-module.ts';
import { removeEntryKind } from './commands.ts';
import { blacklistExport, entriesImport } from './files.ts';
import { extensions, removals } from './many.ts';
import { routes } from './routes.ts';

export { addEntry } from './commands.ts';
export { BLACKLIST_REFUSE_CODE, blacklistHit } from './hit.ts';
export { isListed, isNumberListed, listedCustomers } from './listed.ts';

export const blacklist = defineModule({
  name: 'blacklist',
  routes,
  changes: [removeEntryKind, removals.changeKind, extensions.changeKind, entriesImport.changeKind],
  jobs: [removals.jobKind, extensions.jobKind, entriesImport.rowsJob],
  exports: [blacklistExport.kind],
  imports: [entriesImport.importKind],
});
