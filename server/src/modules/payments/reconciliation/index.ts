// Statements of channels against our books, a day an account.

import './tables.ts';
import { payoutClaim, reconciliation as contract } from '@kituo/sdk/contracts';
import { defineModule } from '../../../define-module.ts';
import { implement } from '../../../http/implement.ts';
import { askAboutDifference } from './ask-channel.ts';
import { claimExport, claims, paymentsFor } from './claims.ts';
import { askToClear, clearClaimKind } from './clear-claim.ts';
import { closeDayKind, recordReceiptKind, reopenDayKind } from './changes.ts';
import { columnSets, removeColumns, saveColumns } from './columns.ts';
import { askToClose, askToReopen, importStatement, matchAgain, resolveDifference } from './commands.ts';
import { endKinds } from './end-kinds.ts';
import { columnsExport, dayExport, differenceExport } from './export.ts';
import { matchAfter } from './match-after.ts';
import { fetchJob, fetchStatement } from './fetch-statement.ts';
import { importStatementFile, statementJob } from './import-file.ts';
import { assignJob, assignMany, readOwners, resolveJob, resolveMany } from './many.ts';
import { accountsSeen, dayDetail, days, differences, journalsOfDifference } from './read.ts';
import { paidTwiceKind } from './paid-twice.ts';
import { repeatKind } from './repeated-line.ts';

export { oursOf } from './days.ts';
export { clearClaim } from './clear-claim.ts';
export { claimBack } from './paid-twice.ts';
export { takeInStatement } from './take-in.ts';

export const reconciliation = defineModule({
  name: 'reconciliation',
  routes: [
    implement(contract.page, days.page),
    implement(contract.exportList, dayExport.queue),
    implement(contract.detail, dayDetail),
    implement(contract.differencePage, differences.page),
    implement(contract.differenceJournals, async ({ diffId }, call) => await journalsOfDifference(diffId, call)),
    implement(contract.askChannel, askAboutDifference),
    implement(contract.differenceExport, differenceExport.queue),
    implement(contract.accounts, async (_, call) => await accountsSeen(call)),
    implement(contract.importStatement, importStatement),
    implement(contract.importStatementFile, importStatementFile),
    implement(contract.fetchStatement, fetchStatement),
    implement(contract.run, matchAgain),
    implement(contract.columnsPage, columnSets.page),
    implement(contract.columnsExport, columnsExport.queue),
    implement(contract.columnsSave, saveColumns),
    implement(contract.columnsRemove, removeColumns),
    implement(contract.resolve, resolveDifference),
    implement(contract.owners, readOwners),
    implement(contract.assignMany, assignMany),
    implement(contract.resolveMany, resolveMany),
    implement(contract.close, askToClose),
    implement(contract.reopen, askToReopen),
    implement(payoutClaim.page, claims.page),
    implement(payoutClaim.exportList, claimExport.queue),
    implement(payoutClaim.payments, paymentsFor),
    implement(payoutClaim.clear, askToClear),
  ],
  changes: [
    closeDayKind,
    reopenDayKind,
    recordReceiptKind,
    repeatKind,
    paidTwiceKind,
    clearClaimKind,
    ...Object.values(endKinds),
  ],
  subscribers: [matchAfter],
  jobs: [assignJob, resolveJob, fetchJob, statementJob],
  exports: [dayExport.kind, differenceExport.kind, columnsExport.kind, claimExport.kind],
});
