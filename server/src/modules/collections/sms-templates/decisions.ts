import { smsMarketingTemplate } from '@kituo/sdk/contracts';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { templateList } from './list.ts';

/** Texts that somebody else wrote last. */
export const templateDecisions: DecisionQueue = {
  key: 'smsMarketingTemplates',
  title: { en: 'SMS marketing templates', zh: '营销短信模板' },
  places: [
    {
      page: smsMarketingTemplate.SMS_MARKETING_TEMPLATE_PAGE,
      query: 'status=PENDING_APPROVAL&updatedAt=any',
      code: 'marketing:template:approve',
    },
  ],
  count: async (call) =>
    await countOf(
      templateList.query({ status: 'PENDING_APPROVAL' }, call).where('t.updatedBy', '<>', call.caller.userNo),
    ),
};
