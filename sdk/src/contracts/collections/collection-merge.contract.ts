import * as z from 'zod/mini';
import { byOrder } from './collection.contract.ts';
import {
  allotPreview,
  allotPreviewForm,
  casesForm,
  casesReply,
  collectionUserTree,
  followUpForm,
  mergeDistributeForm,
  mergeRedistributeForm,
  nextForm,
  nextReply,
  jobStarted,
  notReachedForm,
  smsManyForm,
} from './case-forms.ts';
import { CASE_SORT_FIELDS, caseFilters, caseListReply, caseScope } from './collection.ts';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listRequest } from '../list.ts';

/** Both collection systems in one list; each case asks for the code of its own. */

const FOLDER = '/AdminContent/CollectionSystemNew/';
export const MERGED_OWN_PAGE = `${FOLDER}collectionMerge`;
export const MERGED_DESK_PAGE = `${FOLDER}CaseAllocationMerge`;
const mine = { page: [MERGED_OWN_PAGE] };
const desk = { page: [MERGED_DESK_PAGE] };
const code = (thing: string) => ({ code: [`collection:${thing}`, `collectionStage:${thing}`] });
const list = listRequest(caseFilters, CASE_SORT_FIELDS);

export const selfPage = defineEndpoint({
  name: 'caseSelfMerge.page',
  method: 'POST',
  path: 'caseSelf/merge/page',
  access: mine,
  kind: 'query',
  summary: 'The caller’s own cases of both systems.',
  request: list,
  reply: caseListReply,
});

const fileOf = (name: string, path: string, access: { readonly page: string[] }) =>
  defineEndpoint({
    name,
    method: 'POST',
    path,
    access,
    kind: 'command',
    summary: 'The cases of both systems as a file, made by a job.',
    request: exportRequest(caseFilters, CASE_SORT_FIELDS),
    reply: exportReply,
  });
export const selfExport = fileOf('caseSelfMerge.export', 'caseSelf/merge/export', mine);
export const allotExport = fileOf('caseAllotMerge.export', 'caseAllot/merge/export', desk);

export const selfSummary = defineEndpoint({
  name: 'caseSelfMerge.summary',
  method: 'POST',
  path: 'caseSelf/merge/summary',
  access: mine,
  kind: 'query',
  summary: 'The caller’s own work today in both systems.',
  request: z.strictObject({}),
  reply: byOrder.selfSummary.reply,
});

export const selfNext = defineEndpoint({
  name: 'caseSelfMerge.next',
  method: 'POST',
  path: 'caseSelf/merge/next',
  access: mine,
  kind: 'query',
  summary: 'Which of one’s own cases of both systems comes next, and why.',
  request: nextForm,
  reply: nextReply,
});

export const followUpSave = defineEndpoint({
  name: 'caseSelfMerge.followUpSave',
  method: 'POST',
  path: 'caseSelf/merge/followUp/save',
  access: code('followUp:save'),
  kind: 'command',
  preview: true,
  summary: 'Records one contact on cases of a borrower in both systems.',
  request: followUpForm,
  reply: byOrder.followUpSave.reply,
});

export const smsMany = defineEndpoint({
  name: 'caseSelfMerge.smsMany',
  method: 'POST',
  path: 'caseSelf/merge/sms/many',
  access: code('contact:sms'),
  kind: 'command',
  preview: true,
  summary: 'Sends a template SMS to the borrowers of one’s own cases of both systems, one each, as a job.',
  request: smsManyForm,
  reply: jobStarted,
});

export const notReachedMany = defineEndpoint({
  name: 'caseSelfMerge.notReachedMany',
  method: 'POST',
  path: 'caseSelf/merge/followUp/notReached',
  access: code('followUp:save'),
  kind: 'command',
  preview: true,
  summary: 'Records on many of one’s own cases of both systems that nobody was reached, as a job.',
  request: notReachedForm,
  reply: jobStarted,
});

export const allotPage = defineEndpoint({
  name: 'caseAllotMerge.page',
  method: 'POST',
  path: 'caseAllot/merge/page',
  access: desk,
  kind: 'query',
  summary: 'Cases of both systems of the caller’s merchants, to be given to collectors.',
  request: list,
  reply: caseListReply,
});

export const userTree = defineEndpoint({
  name: 'caseAllotMerge.userTree',
  method: 'GET',
  path: 'caseAllot/merge/userTree',
  access: desk,
  kind: 'query',
  summary: 'Collectors by department, with their load in both systems.',
  request: z.object({}),
  reply: collectionUserTree,
});

export const preview = defineEndpoint({
  name: 'caseAllotMerge.preview',
  method: 'POST',
  path: 'caseAllot/merge/preview',
  access: desk,
  kind: 'query',
  summary: 'Who would get which of these cases of both systems.',
  request: allotPreviewForm,
  reply: allotPreview,
});

export const distribute = defineEndpoint({
  name: 'caseAllotMerge.distribute',
  method: 'POST',
  path: 'caseAllot/merge/distribute',
  access: code('case:distribute'),
  kind: 'command',
  preview: true,
  summary: 'Gives cases of both systems from the pool to collectors.',
  request: mergeDistributeForm,
  reply: casesReply,
});

export const redistribute = defineEndpoint({
  name: 'caseAllotMerge.redistribute',
  method: 'POST',
  path: 'caseAllot/merge/redistribute',
  access: code('case:redistribute'),
  kind: 'command',
  preview: true,
  summary: 'Hands cases of both systems to another collector.',
  request: mergeRedistributeForm,
  reply: casesReply,
});

export const recall = defineEndpoint({
  name: 'caseAllotMerge.recall',
  method: 'POST',
  path: 'caseAllot/merge/recall',
  access: code('case:recall'),
  kind: 'command',
  preview: true,
  summary: 'Cancels allocations of cases of both systems.',
  request: casesForm,
  reply: casesReply,
});

export const result = defineEndpoint({
  name: 'caseAllotMerge.result',
  method: 'GET',
  path: 'caseAllot/merge/result',
  access: desk,
  kind: 'query',
  summary: 'What became of the cases of one’s own batch, by system. NOT_FOUND',
  request: z.object({ jobNo: businessNo }),
  reply: z.array(
    z.object({
      caseScope,
      succeeded: z.number(),
      failed: z.number(),
      /** Not begun, or called off. */ leftOver: z.number(),
    }),
  ),
});

export const forecast = defineEndpoint({
  name: 'caseAllotMerge.forecast',
  method: 'GET',
  path: 'caseAllot/merge/forecast',
  access: desk,
  kind: 'query',
  summary: 'What collectors have of both systems now, and what comes to them and to the pool by tomorrow.',
  request: z.object({}),
  reply: z.object({
    day: z.string(),
    people: z.array(
      z.object({
        userNo: z.string(),
        realName: z.string(),
        dailyCap: z.number(),
        onShiftTomorrow: z.boolean(),
        orders: z.number(),
        bills: z.number(),
        loadPoints: z.number(),
        /** Bills of the orders in hand that reach their first reminder. */
        comingBills: z.number(),
        /** Cases with a promise that falls due by then: they may be settled. */
        promised: z.number(),
        loadPointsThen: z.number(),
      }),
    ),
    /** Without a collector: now, and what comes. */
    pool: z.object({ orders: z.number(), bills: z.number(), comingOrders: z.number(), comingBills: z.number() }),
  }),
});
