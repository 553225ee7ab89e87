import { warning } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { type Call, implement } from '../../../http/implement.ts';
import { acknowledge, assign, resolve, snooze } from './commands.ts';
import { warningExport } from './export.ts';
import { assigneesFor } from './people.ts';
import { presentWarning } from './present.ts';
import { assigneesOfWarnings, causesOfWarnings, pageOfWarnings, readWarning } from './query.ts';
import { RUNBOOK, isSource } from './sources.ts';

/** Throws WARNING_NOT_FOUND. */
async function readRow(db: Queryable, call: Call, warningNo: string): Promise<warning.WarningRow> {
  const record = await readWarning(db, call.caller, warningNo);
  if (!record) throw new AppError('WARNING_NOT_FOUND');
  return presentWarning(record, call);
}

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
  implement(warning.page, async (request, call) => {
    const { rows, ...totals } = await pageOfWarnings(call.db, call.caller, request);
    return { rows: rows.map((record) => presentWarning(record, call)), ...totals };
  }),
  implement(warning.exportList, warningExport.queue),
  implement(warning.assignees, async (_request, { db, caller }) => await assigneesOfWarnings(db, caller)),
  implement(warning.causes, async ({ filters }, { db, caller, lang }) => {
    const found = await causesOfWarnings(db, caller, filters);
    return found.flatMap(({ sourceType, ...counts }) =>
      isSource(sourceType) ? [{ sourceType, ...counts, runbook: RUNBOOK[sourceType][lang] }] : [],
    );
  }),
  implement(warning.detail, async ({ warningNo }, call) => {
    const row = await readRow(call.db, call, warningNo);
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
    return await readRow(call.tx, call, request.warningNo);
  }),
  implement(warning.snooze, async (request, call) => {
    await snooze(request, call);
    return await readRow(call.tx, call, request.warningNo);
  }),
];
