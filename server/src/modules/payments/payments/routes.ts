import { ledger, payment } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { dryRun } from '../../../http/preview.ts';
import { commitCredit } from './credit-command.ts';
import { applications } from './read-applications.ts';
import { readFlows, readPlan } from './read-loan.ts';
import { writeOffTasks } from './read-tasks.ts';
import { readWhy } from './read-why.ts';
import { undoWriteOffs } from './roll-back-commands.ts';
import { commitProved, saveWriteOff, updateWriteOff } from './write-off.ts';
import { trialOf } from './trial-of.ts';

export const routes = [
  implement(payment.writeOffSave, saveWriteOff),
  implement(payment.writeOffUpdate, updateWriteOff),
  implement(payment.writeOffCommit, commitProved),
  implement(
    payment.writeOffPreview,
    async (form, call) => await dryRun(call.db, (tx) => commitProved(form, trialOf(call, tx))),
  ),
  implement(payment.writeOffTasks, writeOffTasks.page),
  implement(payment.applications, applications.page),
  implement(payment.rollbackSettle, async (form, call) => undoWriteOffs(form, 'SETTLE_ROLLBACK', call)),
  implement(payment.rollbackFull, async (form, call) => undoWriteOffs(form, 'FULL_ROLLBACK', call)),
  implement(payment.rollbackPreview, async ({ kind, reason = '', ...form }, call) =>
    dryRun(call.db, (tx) =>
      undoWriteOffs({ ...form, reason }, kind === 'FULL' ? 'FULL_ROLLBACK' : 'SETTLE_ROLLBACK', trialOf(call, tx)),
    ),
  ),
  implement(payment.billsOfOrder, async ({ orderNo }, call) => await readPlan(orderNo, call)),
  implement(payment.flowsOfOrder, async ({ orderNo }, call) => await readFlows(orderNo, call)),
  implement(ledger.whyThisBalance, async ({ billNo }, call) => await readWhy(billNo, call)),
  implement(payment.creditUse, commitCredit),
];
