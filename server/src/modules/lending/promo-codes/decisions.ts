import { countOf, type DecisionQueue } from '../../platform/approvals/index.ts';
import { batches } from './read.ts';

/** Batches of promo codes that somebody else generated. */
export const promoDecisions: DecisionQueue = {
  key: 'promoBatches',
  title: { en: 'Promo code batches', zh: '兑换码批次' },
  places: [
    {
      page: '/AdminContent/OperationSystem/CouponCodeManagement',
      query: 'tab=promoBatches&batchStatus=PENDING',
      code: 'operation:couponConfig:audit',
    },
  ],
  count: async (call) =>
    await countOf(batches.query({ batchStatus: 'PENDING' }, call).where('b.makerUserNo', '<>', call.caller.userNo)),
};
