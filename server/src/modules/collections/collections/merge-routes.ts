import { collectionMerge } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { previewAllotment } from './allot-preview.ts';
import { mergedFiles } from './case-exports.ts';
import { AREA } from './commands.ts';
import { listCases } from './list-cases.ts';
import { loadForecast } from './load-forecast.ts';
import { runMerged } from './merge-commands.ts';
import { mergedResult } from './merge-result.ts';
import { nextCase } from './next-case.ts';
import { noteContact } from './note-contact.ts';
import { notReachedMany, smsMany } from './own-batches.ts';
import { withBorrowers } from './siblings.ts';
import { ownSummary } from './summary.ts';
import { collectorTree } from './tree.ts';

/** Cases of both systems: each goes by the command and the code of its own. */
export const mergeRoutes = [
  implement(collectionMerge.selfPage, (request, call) =>
    listCases(request, call, { caseScope: null, states: ['COLLECTING', 'RETAINED'], isOwn: true }),
  ),
  implement(collectionMerge.selfSummary, (_, { db, caller }) => ownSummary(db, caller.userNo, null, new Date())),
  implement(collectionMerge.selfNext, ({ skip }, call) => nextCase(skip, call, null)),
  implement(collectionMerge.followUpSave, async (request, call) => {
    const row = await call.tx
      .selectFrom('collectionCase')
      .select('caseScope')
      .where('caseNo', '=', request.caseId)
      .executeTakeFirst();
    if (!row) throw new AppError('CASE_NOT_FOUND');
    if (!call.caller.codes.has(`${AREA[row.caseScope]}:followUp:save`)) throw new AppError('FORBIDDEN');
    return await noteContact(request, row.caseScope, call);
  }),
  implement(collectionMerge.smsMany, (request, call) => smsMany('BOTH', request, call)),
  implement(collectionMerge.notReachedMany, (request, call) => notReachedMany('BOTH', request, call)),
  implement(collectionMerge.allotPage, (request, call) =>
    listCases(request, call, { caseScope: null, states: ['POOL', 'COLLECTING', 'RETAINED'] }),
  ),
  implement(collectionMerge.selfExport, mergedFiles.self.queue),
  implement(collectionMerge.allotExport, mergedFiles.allot.queue),
  implement(collectionMerge.userTree, (_, { db, caller }) => collectorTree(db, caller.scope, null, new Date())),
  implement(collectionMerge.preview, (request, call) => previewAllotment(request, call, null)),
  implement(collectionMerge.distribute, async (request, call) => {
    const { mode, plan, collectionUserNo, sameBorrower = false } = request;
    const isDivided = mode !== 'HAND' && mode !== 'AUTO';
    const all = sameBorrower && !isDivided ? await withBorrowers(call.tx, request.caseIds, ['POOL']) : request.caseIds;
    const to = mode === 'HAND' ? { collectionUserNo } : {};
    return await runMerged('distribute', all, isDivided ? plan : undefined, to, call);
  }),
  implement(collectionMerge.redistribute, async (request, call) => {
    const { mode, plan, collectionUserNo, reason, sameBorrower = false } = request;
    if (mode === 'AUTO') throw new AppError('BAD_REQUEST', { fields: [{ field: 'mode', msg: 'Please choose' }] });
    const isDivided = mode !== 'HAND';
    const all =
      sameBorrower && !isDivided ? await withBorrowers(call.tx, request.caseIds, ['COLLECTING']) : request.caseIds;
    const to = isDivided ? { reason } : { collectionUserNo, reason };
    return await runMerged('redistribute', all, isDivided ? plan : undefined, to, call);
  }),
  implement(collectionMerge.result, mergedResult),
  implement(collectionMerge.forecast, (_, { db, caller }) => loadForecast(db, caller.scope, new Date())),
  implement(collectionMerge.recall, ({ caseIds }, call) => runMerged('recall', caseIds, undefined, {}, call)),
];
