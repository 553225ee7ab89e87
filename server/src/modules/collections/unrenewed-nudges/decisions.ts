import { unrenewedLoanSms } from '@kituo/sdk/contracts';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { configList } from './list.ts';

/** Strategies that somebody else wrote last. */
export const nudgeDecisions: DecisionQueue = {
  key: 'unrenewedStrategies',
  title: { en: 'SMS strategies for unrenewed loans', zh: '未续贷短信策略' },
  places: [
    { page: unrenewedLoanSms.UNRENEWED_PAGE, query: 'status=PENDING_APPROVAL', code: 'marketing:unrenewed:approve' },
  ],
  count: async (call) =>
    await countOf(
      configList.query({ status: 'PENDING_APPROVAL' }, call).where('c.updatedBy', '<>', call.caller.userNo),
    ),
};
