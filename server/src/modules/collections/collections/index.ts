// Collection cases: levels, assignment, follow-ups, promises to pay and bad debt.

import { poolKinds } from './pool-division.ts';
import { defineModule } from '../../../define-module.ts';
import { routes } from './routes.ts';
import { caseImports } from './case-import.ts';
import { caseJobKinds } from './commands.ts';
import { caseTiles } from './tiles.ts';
import { divisionFamily } from './division-rule.ts';
import { aiFamily } from './ai-share.ts';
import { levelFamily, reminderFamily } from './case-policies.ts';
import { ruleExport, versionsOf } from '../../platform/rules/index.ts';
import { caseFileKinds } from './case-exports.ts';
import { mergeJobKinds } from './merge-commands.ts';
import { settingsExports } from './collector-export.ts';
import { settingsKinds } from './collector-settings.ts';
import { ownBatchKinds } from './own-batches.ts';
import { policyJobs } from './policy-batches.ts';
import { revealKinds } from './reveals.ts';

export { aiTaskMachine } from '../../../state-machine/machines/ai-task.machine.ts';
export { CASE_LEVELS, caseLevelOf, nextCaseLevel } from './case-level.ts';
export type { CaseLevel } from './case-level.ts';
export { isTheirs, lockCase, withinScope as casesWithin } from './cases.ts';
export type { CaseReach } from './cases.ts';
export { caseMachine } from './case.machine.ts';
export { cancelAllocation, distributeCase, divideCase, redistributeCase } from './assign.ts';
export { enterBadDebt, leaveBadDebt } from './bad-debt.ts';
export { collectorWork } from './personnel-work.ts';
export { sendBackCases } from './send-back.ts';
export type { SentBack } from './send-back.ts';
export { regroupCases } from './regroup.ts';
export { lastHeldOf, returnCases } from './return-cases.ts';
export { noteRobotCall } from './robot-notes.ts';
export { textBorrower } from './text-borrower.ts';
export { dueReminders, eatClock, remindedOn, sendPreReminders } from './pre-reminders.ts';
export { handBackAiCases } from './ai-allocation.ts';
export { divisionFamily } from './division-rule.ts';
export { dividePool } from './divide-pool.ts';
export { planPool } from './pool-division.ts';
export { runCaseDay } from './case-day.ts';
export { saveFollowUp } from './follow-ups.ts';
export { cancelPromise, makePromise, promiseOf } from './promises.ts';
export { cancelRetention, retainCase } from './retain.ts';
export { casesAfterPayment, casesAfterRollback, casesOfOrder, promisesLessPaid } from './after-payment.ts';
export { mayPlay, recordingOfAttempt } from './case-recording.ts';
export { casesMatching } from './list-cases.ts';
export { promiseToPayMachine } from './promise-to-pay.machine.ts';
export { robotTaskMachine } from '../../../state-machine/machines/robot-task.machine.ts';
export { syncCases } from './sync-cases.ts';

export const collections = defineModule({
  name: 'collections',
  routes,
  jobs: [...settingsKinds, ...poolKinds, ...caseJobKinds, ...mergeJobKinds, ...ownBatchKinds, ...policyJobs],
  imports: caseImports,
  tiles: caseTiles,
  exports: [
    ...caseFileKinds,
    ...[
      ...Object.values(settingsExports),
      ruleExport(levelFamily),
      ruleExport(aiFamily),
      ruleExport(reminderFamily),
    ].map(({ kind }) => kind),
  ],
  config: [divisionFamily, versionsOf(levelFamily), versionsOf(aiFamily), versionsOf(reminderFamily)],
  reveals: revealKinds,
  ruledPages: ['caseallocation', 'mycollection', 'baddebtmanagement'].flatMap((page) => [
    { pagePath: `/admincontent/collectionsystem/${page}` },
    { pagePath: `/admincontent/collectionsystemnew/${page}new` },
  ]),
});
