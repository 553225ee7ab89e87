import { abandonedList, callImport, callList, callOption, notLoggedList } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../../platform/audit/index.ts';
import { abandonedEntries, abandonedExport, readAbandoned, recycle, recycleMany } from './abandoned.ts';
import { importCircle } from './circle-import.ts';
import { abandon, abandonMany, checkTargets, recall, recallMany, updateMany, updateTarget } from './commands.ts';
import { distribute, readPlan } from './distribute.ts';
import {
  failedFile,
  importExport,
  importRecords,
  pageOfFailed,
  readImport,
  readOperators,
  retryImport,
  withdrawImport,
} from './import-records.ts';
import { callEntries, callEntryExport } from './list.ts';
import { notLogged, notLoggedExport, readNotLogged, recallNotLoggedMany } from './not-logged.ts';
import { offeredOptions } from './options.ts';
import { readYields } from './recycle-yields.ts';
import { readReturns } from './returns.ts';
import { readTouched } from './touched.ts';
import { callOptions, optionExport, saveOption, switchOption } from './options-list.ts';
import { pastOf } from './past.ts';
import { callerTree } from './people.ts';
import { claimRoutes } from './claim-routes.ts';
import { blacklistRoutes, taskRoutes } from './task-routes.ts';

const listRoutes = [
  implement(callList.page, callEntries.page),
  implement(callList.exportList, callEntryExport.queue),
  implement(callList.detail, async ({ entryId }, call) => {
    const { phone, merchantNo } = await callEntries.stored(entryId, call);
    const past = await pastOf({ entryId, phone, merchantNo, customerNo: null, purpose: 'TELEMARKETING' }, call);
    return { row: await callEntries.one(entryId, call), ...past };
  }),
  implement(callList.tree, async (_nothing, call) =>
    (await callerTree(call, 'TELEMARKETER')).map(({ deptName, people }) => ({
      deptName,
      telemarketerTreeResDto: people,
    })),
  ),
  implement(callList.updateTarget, ({ entryId, ...form }, call) => updateTarget(entryId, form, call)),
  implement(callList.updateTargetMany, updateMany),
  implement(callList.targetCheck, checkTargets),
  implement(callList.distributePlan, (form, call) => readPlan(form, 'TELEMARKETING', call)),
  implement(callList.distribute, (form, call) => distribute(form, 'TELEMARKETING', call)),
  implement(callList.recall, ({ entryId, reason }, call) => recall(entryId, reason, call)),
  implement(callList.recallMany, recallMany),
  implement(callList.abandon, ({ entryId, reason }, call) => abandon(entryId, reason, call)),
  implement(callList.abandonMany, abandonMany),
  implement(callList.circleImport, importCircle),
];

const importRoutes = [
  implement(callImport.page, importRecords.page),
  implement(callImport.exportList, importExport.queue),
  implement(callImport.operators, (_nothing, call) => readOperators(call)),
  implement(callImport.detail, ({ importNo }, call) => readImport(importNo, call)),
  implement(callImport.rows, pageOfFailed),
  implement(callImport.failedFile, ({ importNo }, call) => failedFile(importNo, call)),
  implement(callImport.retry, ({ importNo }, call) => retryImport(importNo, call)),
  implement(callImport.withdraw, withdrawImport),
];

const abandonedRoutes = [
  implement(abandonedList.page, abandonedEntries.page),
  implement(abandonedList.exportList, abandonedExport.queue),
  implement(abandonedList.detail, ({ entryId }, call) => readAbandoned(entryId, call)),
  implement(abandonedList.yields, (_nothing, call) => readYields(call)),
  implement(abandonedList.recycle, ({ entryId, ...form }, call) => recycle(entryId, form, call)),
  implement(abandonedList.recycleMany, recycleMany),
];

const notLoggedRoutes = [
  implement(notLoggedList.page, notLogged.page),
  implement(notLoggedList.exportList, notLoggedExport.queue),
  implement(notLoggedList.detail, ({ entryId }, call) => readNotLogged(entryId, call)),
  implement(notLoggedList.tree, async (_nothing, call) =>
    (await callerTree(call, 'SERVICE')).map(({ deptName, people }) => ({ deptName, callPersonTreeResDtoList: people })),
  ),
  implement(notLoggedList.returns, (_nothing, call) => readReturns(call)),
  implement(notLoggedList.distributePlan, (form, call) => readPlan(form, 'SERVICE', call)),
  implement(notLoggedList.distribute, (form, call) => distribute(form, 'SERVICE', call)),
  implement(notLoggedList.recall, ({ entryId, reason }, call) => recall(entryId, reason, call, 'SERVICE')),
  implement(notLoggedList.recallMany, recallNotLoggedMany),
];

const optionRoutes = [
  implement(callOption.page, callOptions.page),
  implement(callOption.exportList, optionExport.queue),
  implement(callOption.detail, async ({ optionId }, call) => ({
    row: await callOptions.one(optionId, call),
    history: await readHistory(call.db, 'callOption', optionId),
  })),
  implement(callOption.touched, readTouched),
  implement(callOption.listTypes, (_nothing, { db, lang }) => offeredOptions(db, 'LIST_TYPE', lang)),
  implement(callOption.targets, (_nothing, { db, lang }) => offeredOptions(db, 'MARKETING_TARGET', lang)),
  implement(callOption.scriptTags, (_nothing, { db, lang }) => offeredOptions(db, 'SCRIPT_TAG', lang)),
  implement(callOption.save, saveOption),
  implement(callOption.enable, (named, call) => switchOption(named, true, call)),
  implement(callOption.disable, (named, call) => switchOption(named, false, call)),
];

export const routes = [
  ...listRoutes,
  ...importRoutes,
  ...abandonedRoutes,
  ...optionRoutes,
  ...notLoggedRoutes,
  ...blacklistRoutes,
  ...taskRoutes,
  ...claimRoutes,
];
