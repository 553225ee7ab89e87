import { defineBatch } from '../../platform/batches/index.ts';
import { flowsWithin } from '../payments/index.ts';
import { decide, releaseRefund } from './refund-commands.ts';

/** Refunds agreed to, paid out or paid again, many in one batch; the watch over payouts sends them. */
export const refundBatch = defineBatch({
  name: 'refund',
  family: 'refundBatch',
  title: { en: 'Batch refund', zh: '批量处理退款' },
  checkerCode: 'charge:refundBatch:audit',
  field: 'refundNos',
  missing: 'REFUND_NOT_FOUND',
  async find(db, refundNos, scope) {
    return await db
      .selectFrom('refund')
      .innerJoin('paymentFlow', 'paymentFlow.flowNo', 'refund.flowNo')
      .select(['refund.refundNo as no', 'refund.merchantNo', 'refund.amountCents'])
      .where('refund.refundNo', 'in', [...refundNos])
      .where(flowsWithin(scope))
      .execute();
  },
  actions: {
    approve: {
      title: { en: 'Approve refunds', zh: '批量通过退款' },
      run: async (refundNo, { reason: auditRemark, makerUserNo: askedBy }, call) =>
        await decide({ refundNo, auditRemark, askedBy }, true, call),
    },
    payout: {
      title: { en: 'Pay refunds', zh: '批量退款打款' },
      run: async (refundNo, { reason, makerUserNo: askedBy }, call) =>
        await releaseRefund({ refundNo, reason, askedBy }, 'payout', call),
    },
    reRefund: {
      title: { en: 'Retry refunds', zh: '批量重新退款' },
      run: async (refundNo, { reason, makerUserNo: askedBy }, call) =>
        await releaseRefund({ refundNo, reason, askedBy }, 'reRefund', call),
    },
  },
});
