// The lender's white, grey and black lists, which machine review reads.

import './tables.ts';
import { riskList } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { addEntry, addWhiteKind, removeEntryKind, requestRemoval } from './commands.ts';
import { riskListExport } from './export.ts';
import { importEntriesKind, importRowsKind, listRowsJob } from './import.ts';
import { allLists, saveList } from './named-lists.ts';
import { admitAdd, checkValue, readEntry, riskEntries } from './list.ts';
import { extendJob, extendManyKind, removeJob, removeManyKind, requestExtensions, requestRemovals } from './many.ts';

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
    implement(riskList.removeMany, requestRemovals),
    implement(riskList.extendMany, requestExtensions),
    implement(riskList.check, checkValue),
    implement(riskList.lists, allLists),
    implement(riskList.saveList, saveList),
  ],
  changes: [addWhiteKind, removeEntryKind, removeManyKind, extendManyKind, importRowsKind],
  jobs: [removeJob, extendJob, listRowsJob],
  imports: [importEntriesKind],
  exports: [riskListExport.kind],
});
