// People to call, of telemarketing and customer service: entries, imports, whose they are, talks.

import './tables.ts';
import { callDecisions } from './decisions.ts';
import { defineModule } from '../../../define-module.ts';
import { abandonedExport, recycleKind, abandonedEntryReveals } from './abandoned.ts';
import { activityExport } from './activities.ts';
import { approvalExport, followApplicationReveals } from './approval-list.ts';
import { decideKind } from './approvals.ts';
import { attributeOrders } from './attribution.ts';
import { ruleExport } from './inbound.ts';
import { incomingExport, incomingPhone, loanExport } from './orders.ts';
import { deleteListedKind, importListedKind } from './blacklist.ts';
import { blacklistedExport, blacklistedPhone, consentVouchers } from './blacklist-list.ts';
import { importCircleKind } from './circle-import.ts';
import { listKinds } from './commands.ts';
import { distributeEntries, distributeNotLogged } from './distribute.ts';
import { importEntriesKind } from './import.ts';
import { importExport } from './import-records.ts';
import { callEntryExport, callEntryPhone } from './list.ts';
import { importNotLoggedKind, notLoggedExport, notLoggedPhone, recallNotLogged } from './not-logged.ts';
import { lostClaimTile } from './lost-claims.ts';
import { optionExport } from './options-list.ts';
import { taskExports } from './task-list.ts';
import { routes } from './routes.ts';

export { customerStatusOf } from './entries.ts';
export { handToGroup } from './hand-to-group.ts';
export { heardOf, keepWillingness } from './heard.ts';
export { stopMarketing } from './stop-marketing.ts';
export { listDeclined } from './declined.ts';
export { endSilence, listSilent } from './silent.ts';
export { passOnApplications } from './awaiting.ts';
export { endTasks } from './ended-tasks.ts';
export { pauseUnstaffed } from './unstaffed.ts';
export { tendCallLists } from './tend.ts';
export type { ListEffect } from './heard.ts';
export { entriesByMerchant, entriesAssigned, entriesToCall, handOverEntries, returnEntries } from './work.ts';

export const callLists = defineModule({
  name: 'call-lists',
  routes,
  decisions: callDecisions,
  tiles: [lostClaimTile],
  jobs: [
    ...listKinds,
    distributeEntries,
    distributeNotLogged,
    importCircleKind,
    recycleKind,
    deleteListedKind,
    decideKind,
    recallNotLogged,
  ],
  imports: [importEntriesKind, importListedKind, importNotLoggedKind],
  exports: [
    callEntryExport.kind,
    importExport.kind,
    abandonedExport.kind,
    optionExport.kind,
    blacklistedExport.kind,
    taskExports.TELEMARKETING.kind,
    taskExports.SERVICE.kind,
    approvalExport.kind,
    incomingExport.kind,
    loanExport.kind,
    ruleExport.kind,
    activityExport.kind,
    notLoggedExport.kind,
  ],
  reveals: [
    callEntryPhone,
    blacklistedPhone,
    incomingPhone,
    notLoggedPhone,
    ...abandonedEntryReveals,
    ...followApplicationReveals,
  ],
  subscribers: [attributeOrders],
  fileSubjects: [consentVouchers],
});
