import { reveal, sensitiveInfo } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { budgetLeft } from './budget.ts';
import { fieldsFor } from './fields.ts';
import { fieldExport, revealRecordExport, revealRecords } from './reveal-record.ts';
import { revealsOf } from './log.ts';
import { revealValue } from './reveal.ts';
import { simulateRule } from './simulate-rule.ts';

export const routes = [
  implement(sensitiveInfo.page, async ({ filters, sort, page, pageSize }, call) => {
    const all = await fieldsFor(filters, call);
    const rows = sort?.direction === 'desc' ? all.toReversed() : all;
    const before = (page - 1) * pageSize;
    return { rows: rows.slice(before, before + pageSize), total: all.length, totalIsExact: true };
  }),
  implement(sensitiveInfo.exportList, fieldExport.queue),
  implement(
    sensitiveInfo.roles,
    async (_none, { db }) =>
      await db.selectFrom('role').select(['roleNo', 'roleName', 'revealFields']).orderBy('roleName').execute(),
  ),
  implement(sensitiveInfo.simulate, simulateRule),
  implement(sensitiveInfo.log, revealRecords.page),
  implement(sensitiveInfo.logExport, revealRecordExport.queue),
  implement(reveal.value, async (requested, call) => (await revealValue(requested, call)).value),
  implement(reveal.show, revealValue),
  implement(reveal.budget, async (_, { db, caller }) => await budgetLeft(db, caller, new Date())),
  implement(reveal.mine, async (request, call) => await revealsOf(call.caller.userNo).page(request, call)),
];
