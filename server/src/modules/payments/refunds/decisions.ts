import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { refundsToCheck } from './read-refunds.ts';

/** Refunds that somebody else applied for. */
export const refundDecisions: DecisionQueue = {
  key: 'refunds',
  title: { en: 'Refunds', zh: '退款' },
  places: [
    {
      page: '/AdminContent/ChargeToAnAccountSystem/ClientRefundAuditManagement',
      query: 'auditStatus=PENDING&applyTime=any',
      code: 'charge:refund:check',
    },
  ],
  count: async (call) =>
    await countOf(
      refundsToCheck.query({ auditStatus: 'PENDING' }, call).where('r.applicantUserNo', '<>', call.caller.userNo),
    ),
};
