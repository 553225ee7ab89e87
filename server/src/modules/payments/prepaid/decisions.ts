import { sql } from 'kysely';
import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { consumptions } from './read-consumptions.ts';
import { recharges } from './read-recharges.ts';

const CODE = 'merchant:recharge:audit';

/** Recharges, and reversals of charges, that somebody else asked for. */
export const prepaidDecisions: readonly DecisionQueue[] = [
  {
    key: 'recharges',
    title: { en: 'Merchant recharges', zh: '商户充值' },
    places: [{ page: '/AdminContent/MerchantSystem/RechargeRecord', query: 'rechargeStatus=PENDING', code: CODE }],
    count: async (call) =>
      await countOf(
        recharges.query({ rechargeStatus: 'PENDING' }, call).where('r.applicantUserNo', '<>', call.caller.userNo),
      ),
  },
  {
    key: 'consumptionReversals',
    title: { en: 'Reversals of merchant charges', zh: '商户消费冲正' },
    places: [
      {
        page: '/AdminContent/MerchantSystem/ConsumptionRecord',
        query: 'consumptionStatus=REVERSING&consumedAt=any',
        code: CODE,
      },
    ],
    count: async (call) =>
      await countOf(
        consumptions
          .query({ consumptionStatus: 'REVERSING' }, call)
          .where(sql<boolean>`r.applicant_user_no is distinct from ${call.caller.userNo}`),
      ),
  },
];
