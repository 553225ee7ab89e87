import { customerCredit, temporaryCredit } from '@kituo/sdk/contracts';
import { type CommandCall, implement } from '../../../http/implement.ts';
import { admitPhones } from '../../../lists/index.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { createJob } from '../../platform/jobs/index.ts';
import { maskPhone } from '../../platform/masking/index.ts';
import { creditExport, taskExport } from './export.ts';
import { auditManyKind, decideTask, removeManyKind, takeOffList } from './decide-tasks.ts';
import { levelsOf } from './levels.ts';
import { requestLimit, closeLimit, readLimit } from './limits.ts';
import { credits, creditTasks, readTask, textOfFault } from './read.ts';
import { checkMark, checkPhones, createTask } from './tasks.ts';

const whoOf = ({ caller }: CommandCall) => ({
  userNo: caller.userNo,
  scope: caller.scope,
  at: new Date(),
});

const itemsOf = (taskNos: readonly string[]) => [...new Set(taskNos)].map((subjectNo) => ({ subjectNo, input: null }));

export const routes = [
  implement(customerCredit.one, ({ customerNo }, call) => readLimit(customerNo, call)),
  implement(customerCredit.forApp, ({ customerNo }, call) => readLimit(customerNo, call)),
  implement(customerCredit.open, requestLimit),
  implement(customerCredit.close, closeLimit),
  implement(temporaryCredit.taskPage, creditTasks.page),
  implement(temporaryCredit.task, ({ taskNo }, call) => readTask(taskNo, call)),
  implement(temporaryCredit.recordPage, credits.page),
  implement(temporaryCredit.taskExport, taskExport.queue),
  implement(temporaryCredit.recordExport, creditExport.queue),
  implement(temporaryCredit.taskCheck, async (requested, call) => {
    const { db, caller, lang } = call;
    const who = { scope: caller.scope, at: new Date() };
    const { customers, unknown } = await checkPhones(db, requested, who);
    const found = customers.map(({ customerNo }) => customerNo);
    await admitPhones('temporaryCredit.taskCheck', { phones: [...new Set(requested.phones)], found }, call);
    const eligible = customers.filter(({ fault }) => fault === null).map(({ customerNo }) => customerNo);
    return {
      checked: checkMark(requested.merchantNo, requested.phones),
      eligible: eligible.length,
      levels: await levelsOf(db, eligible),
      unknown,
      faults: customers.flatMap(({ customerNo, phone, fault }) =>
        fault === null ? [] : [{ customerNo, phone: maskPhone(phone), error: fault, text: textOfFault(fault, lang) }],
      ),
    };
  }),
  implement(temporaryCredit.taskCreate, async (requested, call) => {
    const taskNo = await createTask(call.tx, requested, whoOf(call));
    const { merchantNo, amountCents, validDays, phones, reason } = requested;
    await writeAudit(call.tx, call, {
      action: 'temporaryCredit.create',
      subjectType: 'temporaryCreditTask',
      subjectNo: taskNo,
      merchantNo,
      after: { taskStatus: 'PENDING', amountCents, validDays, customers: new Set(phones).size },
      reason,
    });
    return { taskNo, taskStatus: 'PENDING' as const };
  }),
  implement(temporaryCredit.taskAudit, decideTask),
  implement(temporaryCredit.taskRemove, ({ taskNo }, call) => takeOffList(taskNo, call)),
  implement(temporaryCredit.taskAuditMany, async ({ taskNos, ...decision }, call) => ({
    jobNo: await createJob(auditManyKind, decision, call, itemsOf(taskNos)),
  })),
  implement(temporaryCredit.taskRemoveMany, async ({ taskNos }, call) => ({
    jobNo: await createJob(removeManyKind, {}, call, itemsOf(taskNos)),
  })),
];
