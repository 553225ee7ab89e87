import { deduction } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { decide, requestWaivers } from './commands.ts';
import type { System } from './reach.ts';
import { deductionsOf, quoteDeduction, readDeduction } from './read.ts';
import { decideMany } from './decide-many.ts';
import { waiverExports } from './export.ts';

function routesOf(of: typeof deduction.byOrder, system: System) {
  return [
    implement(of.page, deductionsOf[system].page),
    implement(of.detail, ({ deductionNo }, call) => readDeduction(system, deductionNo, call)),
    implement(of.exportList, waiverExports[system].queue),
    implement(of.decideMany, (request, call) => decideMany(system, request, call)),
    implement(of.quote, async ({ orderNo }, call) => quoteDeduction(system, orderNo, call)),
    implement(of.apply, async (form, call) => requestWaivers(system, form, call)),
    implement(of.approve, async (request, call) => decide(system, request, true, call)),
    implement(of.reject, async (request, call) => decide(system, request, false, call)),
  ];
}

/** Each system has its own entry points to the same commands. */
export const routes = [...routesOf(deduction.byOrder, 'ORDER'), ...routesOf(deduction.byBill, 'BILL')];
