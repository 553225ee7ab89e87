import { manualBlacklist } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { addEntry, requestRemoval } from './commands.ts';
import { blacklistExport } from './files.ts';
import { extensions, removals } from './many.ts';
import { admitAdd, checkValue, manualEntries, readEntry } from './list.ts';

export const routes = [
  implement(manualBlacklist.page, manualEntries.page),
  implement(manualBlacklist.exportList, blacklistExport.queue),
  implement(manualBlacklist.detail, readEntry),
  implement(manualBlacklist.add, async (form, call) => {
    await admitAdd(form, call);
    return await addEntry(form, call);
  }),
  implement(manualBlacklist.remove, requestRemoval),
  implement(manualBlacklist.removeMany, ({ entryNos, ...params }, call) => removals.ask(entryNos, params, call)),
  implement(manualBlacklist.extendMany, ({ entryNos, ...params }, call) => extensions.ask(entryNos, params, call)),
  implement(manualBlacklist.check, checkValue),
];
