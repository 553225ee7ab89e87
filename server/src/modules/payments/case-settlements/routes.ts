import { caseSettle } from '@kituo/sdk/contracts';
import { implement, type Implementation } from '../../../http/implement.ts';
import { dryRun } from '../../../http/preview.ts';
import { readFlows, readPlan, trialOf } from '../payments/index.ts';
import type { System } from '../waivers/index.ts';
import {
  commitOnCase,
  importOnCases,
  reachCaseOf,
  retryOnCase,
  saveOnCase,
  submitOnCases,
  updateOnCase,
} from './commands.ts';
import { settleExports, unmatchedExports } from './exports.ts';
import { importCaseFile } from './imports.ts';
import { preparedBy } from './people.ts';
import { readTask } from './read-task.ts';
import { tasksOf } from './task-list.ts';
import { unmatchedOn } from './unmatched.ts';

function routesOf(system: System): Implementation[] {
  const of = system === 'ORDER' ? caseSettle.byOrder : caseSettle.byBill;
  return [
    implement(of.page, tasksOf[system].page),
    implement(of.people, (_nothing, call) => preparedBy(system, call)),
    implement(of.exportList, settleExports[system].queue),
    implement(of.detail, ({ taskNo }, call) => readTask(system, taskNo, call)),
    implement(of.plan, async ({ orderNo }, call) => {
      await reachCaseOf(system, orderNo, call);
      return await readPlan(orderNo, call);
    }),
    implement(of.flows, async ({ orderNo }, call) => {
      await reachCaseOf(system, orderNo, call);
      return await readFlows(orderNo, call);
    }),
    implement(of.unmatched, unmatchedOn[system].page),
    implement(of.unmatchedExport, unmatchedExports[system].queue),
    implement(of.preview, async (form, call) => dryRun(call.db, (tx) => commitOnCase(system, form, trialOf(call, tx)))),
    implement(of.save, (form, call) => saveOnCase(system, form, call)),
    implement(of.update, (form, call) => updateOnCase(system, form, call)),
    implement(of.commit, (form, call) => commitOnCase(system, form, call)),
    implement(of.retry, (request, call) => retryOnCase(system, request, call)),
    implement(of.importFile, (request, call) => importCaseFile(system, request, call)),
    implement(of.submitMany, (request, call) => submitOnCases(system, request, call)),
    implement(of.importRows, (request, call) => importOnCases(system, request, call)),
  ];
}

export const routes = [...routesOf('ORDER'), ...routesOf('BILL')];
