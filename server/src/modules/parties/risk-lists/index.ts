// The lender's white, grey and black lists, which machine review reads.

import './tables.ts';
import { riskList } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { addEntry, addWhiteKind, removeEntryKind, requestRemoval } from './commands.ts';
import { riskListExport } from './export.ts';
import { entriesImport } from './import.ts';
import { allLists, saveList } from './named-lists.ts';
import { admitAdd, checkValue, readEntry, riskEntries } from './list.ts';
import { extensions, removals } from './many.ts';

export { meetRiskList, type MetEntry } from './meet.ts';

export const riskLists = defineModule({
  name: 'risk-lists',
  routes: [
    implement(riskList.page, riskEntries.page),
    implement(riskList.exportList, riskListExport.queue),
    implement(riskList.detail, readEntry),
    implement(riskList.add, async (form, call) => {
      await admitAdd(form, call);
      return await addEntry(form, call);
    }),
    implement(riskList.remove, requestRemoval),
    implement(riskList.removeMany, ({ entryNos, ...params }, call) => removals.ask(entryNos, params, call)),
    implement(riskList.extendMany, ({ entryNos, ...params }, call) => extensions.ask(entryNos, params, call)),
    implement(riskList.check, checkValue),
    implement(riskList.lists, allLists),
    implement(riskList.saveList, saveList),
  ],
  changes: [addWhiteKind, removeEntryKind, removals.changeKind, extensions.changeKind, entriesImport.changeKind],
  jobs: [removals.jobKind, extensions.jobKind, entriesImport.rowsJob],
  imports: [entriesImport.importKind],
  exports: [riskListExport.kind],
});
