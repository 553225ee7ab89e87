import { manualBlacklist } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { addEntry, requestRemoval } from './commands.ts';
import { refuseAppealed } from './appeals.ts';
import { blacklistExport } from './files.ts';
import { draftLetter } from './letter.ts';
import { addLinked, readLinks } from './links.ts';
import { extensions, removals } from './many.ts';
import { admitAdd, checkValue, manualEntries, readEntry } from './list.ts';

export const routes = [
  implement(manualBlacklist.page, manualEntries.page),
  implement(manualBlacklist.exportList, blacklistExport.queue),
  implement(manualBlacklist.detail, readEntry),
  implement(manualBlacklist.add, async (form, call) => {
    await admitAdd(form, call);
    if (form.despiteAppeal !== true) await refuseAppealed(call.tx, form);
    return await addEntry(form, call);
  }),
  implement(manualBlacklist.links, readLinks),
  implement(manualBlacklist.addLinked, addLinked),
  implement(manualBlacklist.letter, draftLetter),
  implement(manualBlacklist.remove, requestRemoval),
  implement(manualBlacklist.removeMany, ({ entryNos, ...params }, call) => removals.ask(entryNos, params, call)),
  implement(manualBlacklist.extendMany, ({ entryNos, ...params }, call) => extensions.ask(entryNos, params, call)),
  implement(manualBlacklist.check, checkValue),
];
