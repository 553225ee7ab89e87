import { flow, refusedCallback } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { flowExport } from './export.ts';
import { draftExport } from './drafts-export.ts';
import { commitDraft, saveDraft, updateDraft } from './draft-commands.ts';
import { assignMany } from './many.ts';
import { readOwners } from './owners.ts';
import { assignFlow, flowDrafts, flows, unmatchedFlows, readByPhone } from './read-flows.ts';
import { queryThirdParty } from './query-third-party.ts';
import { refusedCallbacks } from './refused-callbacks.ts';
import { refusedExport } from './refused-export.ts';
import { processAgain, setAside } from './refused-commands.ts';
import { requestReversal } from './request-reversal.ts';
import { readTrail } from './trail.ts';
import { askToAdjust, askToReverse } from './statement-commands.ts';

export const routes = [
  implement(flow.page, flows.page),
  implement(flow.exportList, flowExport.queue),
  implement(flow.detail, ({ flowNo }, call) => flows.one(flowNo, call)),
  implement(flow.trail, ({ flowNo }, call) => readTrail(flowNo, call)),
  implement(flow.unmatched, unmatchedFlows.page),
  implement(flow.owners, (_nothing, call) => readOwners(call)),
  implement(flow.assign, assignFlow),
  implement(flow.assignMany, assignMany),
  implement(flow.checkPhone, readByPhone),
  implement(flow.queryThirdParty, queryThirdParty),
  implement(flow.drafts, flowDrafts.page),
  implement(flow.draftsExport, draftExport.queue),
  implement(flow.save, saveDraft),
  implement(flow.update, updateDraft),
  implement(flow.commit, commitDraft),
  implement(flow.adjust, askToAdjust),
  implement(flow.reverse, askToReverse),
  implement(flow.requestReversal, requestReversal),
  implement(refusedCallback.page, refusedCallbacks.page),
  implement(refusedCallback.exportList, refusedExport.queue),
  implement(refusedCallback.process, processAgain),
  implement(refusedCallback.setAside, setAside),
];
