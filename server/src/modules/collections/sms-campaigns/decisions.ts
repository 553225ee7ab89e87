import { userGroup } from '@kituo/sdk/contracts';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { taskList } from './list.ts';

/** Campaigns that somebody else wrote. */
export const campaignDecisions: DecisionQueue = {
  key: 'smsCampaigns',
  title: { en: 'SMS campaigns', zh: '短信营销任务' },
  places: [
    {
      page: userGroup.SMS_MARKETING_TASK_PAGE,
      query: 'status=PENDING_APPROVAL',
      code: 'marketing:smsTask:approve',
    },
  ],
  count: async (call) =>
    await countOf(taskList.query({ status: 'PENDING_APPROVAL' }, call).where('t.createdBy', '<>', call.caller.userNo)),
};
