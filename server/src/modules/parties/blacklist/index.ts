// The manual blacklist: people and accounts that no loan is made to.

import { defineModule } from '../../../define-module.ts';
import { removeEntryKind } from './commands.ts';
import { blacklistExport, importEntriesKind } from './files.ts';
import { routes } from './routes.ts';

export { addEntry } from './commands.ts';
export { BLACKLIST_REFUSE_CODE, blacklistHit } from './hit.ts';

export const blacklist = defineModule({
  name: 'blacklist',
  routes,
  changes: [removeEntryKind],
  exports: [blacklistExport.kind],
  imports: [importEntriesKind],
});
