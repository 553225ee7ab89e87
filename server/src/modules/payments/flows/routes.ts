import { flow } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { commitDraft, saveDraft, updateDraft } from './draft-commands.ts';
import { assignFlow, findDrafts, findFlows, findUnmatched, readByPhone, readFlow } from './read-flows.ts';
import { requestReversal } from './request-reversal.ts';
import { askToAdjust, askToReverse } from './statement-commands.ts';

export const routes = [
  implement(flow.page, findFlows),
  implement(flow.detail, async ({ flowNo }, call) => readFlow(flowNo, call)),
  implement(flow.unmatched, findUnmatched),
  implement(flow.assign, assignFlow),
  implement(flow.checkPhone, readByPhone),
  implement(flow.drafts, findDrafts),
  implement(flow.save, saveDraft),
  implement(flow.update, updateDraft),
  implement(flow.commit, commitDraft),
  implement(flow.adjust, askToAdjust),
  implement(flow.reverse, askToReverse),
  implement(flow.requestReversal, requestReversal),
];
