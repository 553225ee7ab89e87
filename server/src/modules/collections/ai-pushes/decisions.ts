import { aiPushTask } from '@kituo/sdk/contracts';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { pushList } from './list.ts';

/** AI pushes that somebody else wrote. */
export const pushDecisions: DecisionQueue = {
  key: 'aiPushes',
  title: { en: 'AI pushes', zh: 'AI 推送任务' },
  places: [{ page: aiPushTask.AI_PUSH_TASK_PAGE, query: 'status=PENDING', code: 'operation:config:audit' }],
  count: async (call) =>
    await countOf(pushList.query({ status: 'PENDING' }, call).where('t.createdBy', '<>', call.caller.userNo)),
};
