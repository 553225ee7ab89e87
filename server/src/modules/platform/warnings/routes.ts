import { warning } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { implement } from '../../../http/implement.ts';
import { acknowledge, assign, resolve, snooze } from './commands.ts';
import { warningExport } from './export.ts';
import { causesOfWarnings, warnings } from './list.ts';
import { assigneesFor } from './people.ts';
import { assigneesOfWarnings } from './query.ts';
import { RUNBOOK, isSource } from './sources.ts';

async function historyOf(db: Queryable, warningNo: string) {
  const entries = await db
    .selectFrom('auditLog')
    .leftJoin('appUser', 'appUser.userNo', 'auditLog.userNo')
    .select(['auditLog.action', 'appUser.realName', 'auditLog.happenedAt', 'auditLog.reason'])
    .where('auditLog.subjectType', '=', 'warning')
    .where('auditLog.subjectNo', '=', warningNo)
    .orderBy('auditLog.happenedAt')
    .orderBy('auditLog.auditId')
    .limit(100)
    .execute();
  return entries.map(({ action, realName, happenedAt, reason }) => ({
    action: action.replace(/^warning\./, ''),
    byName: realName ?? 'Kituo',
    at: happenedAt.toISOString(),
    note: reason,
  }));
}

export const routes = [
  implement(warning.page, warnings.page),
  implement(warning.exportList, warningExport.queue),
  implement(warning.assignees, async (_request, { db, caller }) => await assigneesOfWarnings(db, caller)),
  implement(warning.causes, async ({ filters }, call) => {
    const found = await causesOfWarnings(filters, call);
    return found.flatMap(({ sourceType, ...counts }) =>
      isSource(sourceType) ? [{ sourceType, ...counts, runbook: RUNBOOK[sourceType][call.lang] }] : [],
    );
  }),
  implement(warning.detail, async ({ warningNo }, call) => {
    const row = await warnings.one(warningNo, call);
    const { roleNos } = await call.db
      .selectFrom('warning')
      .select('roleNos')
      .where('warningNo', '=', warningNo)
      .executeTakeFirstOrThrow();
    return {
      ...row,
      runbook: RUNBOOK[row.sourceType][call.lang],
      history: await historyOf(call.db, warningNo),
      assignees: row.allowedActions.includes('assign')
        ? await assigneesFor(call.db, { roleNos, merchantNo: row.merchantNo })
        : [],
    };
  }),
  implement(warning.acknowledge, acknowledge),
  implement(warning.resolve, resolve),
  implement(warning.assign, async (request, call) => {
    await assign(request, call);
    return await warnings.one(request.warningNo, { ...call, db: call.tx });
  }),
  implement(warning.snooze, async (request, call) => {
    await snooze(request, call);
    return await warnings.one(request.warningNo, { ...call, db: call.tx });
  }),
];
