import { defineBatch } from '../../platform/batches/index.ts';
import { ordersWithin } from '../../lending/orders/index.ts';
import { giveUp, sendByHand } from './disburse-commands.ts';
import { needed } from '../../../needed.ts';

/** Orders paid out, paid again or given up, many in one batch; the watch over payouts sends them. */
export const payoutBatch = defineBatch({
  name: 'payout',
  family: 'payoutBatch',
  title: { en: 'Batch payout', zh: '批量处理放款' },
  checkerCode: 'afterLoan:payoutBatch:audit',
  field: 'orderNos',
  missing: 'ORDER_NOT_FOUND',
  async find(db, orderNos, scope) {
    const rows = await db
      .selectFrom('loanOrder')
      .select(['orderNo as no', 'merchantNo', 'approvedCents'])
      .where('orderNo', 'in', [...orderNos])
      // Nobody has decided what the others would pay.
      .where('approvedCents', 'is not', null)
      .where(ordersWithin(scope))
      .execute();
    return rows.map(({ no, merchantNo, approvedCents }) => ({
      no,
      merchantNo,
      amountCents: needed(approvedCents, `the approved amount of ${no}`),
    }));
  },
  actions: {
    disburse: {
      title: { en: 'Disburse orders', zh: '批量放款' },
      run: async (orderNo, { reason, makerUserNo: askedBy }, call) =>
        await sendByHand({ orderNo, reason, askedBy }, 'disburse', call),
    },
    replay: {
      title: { en: 'Retry disbursements', zh: '批量重放放款' },
      run: async (orderNo, { reason, makerUserNo: askedBy }, call) =>
        await sendByHand({ orderNo, reason, askedBy }, 'replay', call),
    },
    cancel: {
      title: { en: 'Cancel disbursements', zh: '批量取消放款' },
      run: async (orderNo, { reason }, call) => await giveUp({ orderNo, reason }, call),
    },
  },
});
