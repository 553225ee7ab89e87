// Statements of channels against our books, a day an account.

import './tables.ts';
import { reconciliation as contract } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { closeDayKind, recordReceiptKind, reopenDayKind } from './changes.ts';
import { columnSets, removeColumns, saveColumns } from './columns.ts';
import { askToClose, askToReopen, importStatement, matchAgain, resolveDifference } from './commands.ts';
import { endKinds } from './end-kinds.ts';
import { columnsExport, dayExport, differenceExport } from './export.ts';
import { accountsSeen, dayDetail, days, differences } from './read.ts';
import { paidTwiceKind } from './paid-twice.ts';
import { repeatKind } from './repeated-line.ts';

export { oursOf } from './days.ts';
export { takeInStatement } from './take-in.ts';

export const reconciliation = defineModule({
  name: 'reconciliation',
  routes: [
    implement(contract.page, days.page),
    implement(contract.exportList, dayExport.queue),
    implement(contract.detail, dayDetail),
    implement(contract.differencePage, differences.page),
    implement(contract.differenceExport, differenceExport.queue),
    implement(contract.accounts, async (_, call) => await accountsSeen(call)),
    implement(contract.importStatement, importStatement),
    implement(contract.run, matchAgain),
    implement(contract.columnsPage, columnSets.page),
    implement(contract.columnsExport, columnsExport.queue),
    implement(contract.columnsSave, saveColumns),
    implement(contract.columnsRemove, removeColumns),
    implement(contract.resolve, resolveDifference),
    implement(contract.close, askToClose),
    implement(contract.reopen, askToReopen),
  ],
  changes: [closeDayKind, reopenDayKind, recordReceiptKind, repeatKind, paidTwiceKind, ...Object.values(endKinds)],
  exports: [dayExport.kind, differenceExport.kind, columnsExport.kind],
});
