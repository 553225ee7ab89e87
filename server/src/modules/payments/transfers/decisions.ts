import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { transfers } from './read.ts';

/** Transfers that somebody else applied for. */
export const transferDecisions: DecisionQueue = {
  key: 'transfers',
  title: { en: 'Cash transfers', zh: '资金划转' },
  places: [
    {
      page: '/AdminContent/ChargeToAnAccountSystem/CashTransferAudit',
      query: 'transferStatus=SUBMITTED&applyTime=any',
      code: 'charge:transfer:audit',
    },
  ],
  count: async (call) =>
    await countOf(
      transfers.query({ transferStatus: 'SUBMITTED' }, call).where('t.applicantUserNo', '<>', call.caller.userNo),
    ),
};
