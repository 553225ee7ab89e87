import { reveal, sensitiveInfo } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { budgetLeft } from './budget.ts';
import { fieldsFor } from './fields.ts';
import { fieldExport, revealers, revealRecordExport, revealRecords } from './reveal-record.ts';
import { revealsOf } from './log.ts';
import { revealValue } from './reveal.ts';
import { simulateRule } from './simulate-rule.ts';
import { unusualDays, unusualExport } from './unusual.ts';
import { beginViewAs, screensByTitle } from './view-as.ts';

/** A part of a list that is known whole. */
function pageOf<Row>(all: readonly Row[], { page, pageSize }: { readonly page: number; readonly pageSize: number }) {
  const before = (page - 1) * pageSize;
  return { rows: all.slice(before, before + pageSize), total: all.length, totalIsExact: true };
}

export const routes = [
  implement(sensitiveInfo.page, async ({ filters, sort, ...part }, call) => {
    const all = await fieldsFor(filters, call);
    return pageOf(sort?.direction === 'desc' ? all.toReversed() : all, part);
  }),
  implement(sensitiveInfo.exportList, fieldExport.queue),
  implement(
    sensitiveInfo.roles,
    async (_none, { db }) =>
      await db.selectFrom('role').select(['roleNo', 'roleName', 'revealFields']).orderBy('roleName').execute(),
  ),
  implement(sensitiveInfo.simulate, simulateRule),
  implement(sensitiveInfo.screenOptions, screensByTitle),
  implement(sensitiveInfo.viewAs, beginViewAs),
  implement(sensitiveInfo.people, (_nothing, call) => revealers(call)),
  implement(sensitiveInfo.unusual, async ({ filters, sort, ...part }, call) => {
    const all = await unusualDays(filters, call);
    const by = sort?.field === 'reveals' ? all.toSorted((one, other) => other.reveals - one.reveals) : all;
    return pageOf(sort?.direction === 'asc' ? by.toReversed() : by, part);
  }),
  implement(sensitiveInfo.unusualExport, unusualExport.queue),
  implement(sensitiveInfo.log, revealRecords.page),
  implement(sensitiveInfo.logExport, revealRecordExport.queue),
  implement(reveal.value, async (requested, call) => (await revealValue(requested, call)).value),
  implement(reveal.show, revealValue),
  implement(reveal.budget, async (_, { db, caller }) => await budgetLeft(db, caller, new Date())),
  implement(reveal.mine, async (request, call) => await revealsOf(call.caller.userNo).page(request, call)),
];
