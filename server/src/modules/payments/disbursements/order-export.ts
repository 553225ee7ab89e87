import { payoutOrder } from '@kituo/sdk/contracts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { payoutOrders } from './read-orders.ts';

const ORDER: CodeWords = {
  PENDING_DISBURSEMENT: ['Pending disbursement', '待放款'],
  DISBURSING: ['Disbursing', '放款中'],
  DISBURSE_FAILED: ['Disbursement failed', '放款失败'],
  DISBURSED: ['Disbursed', '已放款'],
  CLOSED: ['Closed', '已结清'],
  VOIDED: ['Voided', '已作废'],
};
const PAYOUT: CodeWords = {
  IN_PROGRESS: ['In progress', '放款中'],
  SUCCESS: ['Success', '成功'],
  FAILURE: ['Failure', '失败'],
  UNKNOWN: ['In progress, no response yet', '放款中，待确认'],
};
const HOLD: CodeWords = {
  NO_ROUTE: ['No route', '无可用路由'],
  LIMIT_REACHED: ['Limit reached', '额度已满'],
  FLOAT_LOW: ['Float too low', '账户余额不足'],
};
const kes = (cents: number | null) => (cents === null ? null : (cents / 100).toFixed(2));

/** `1+: 40/600`: settled loans of the row, admitted today of its limit. */
function limitText(limit: payoutOrder.PayoutOrderRow['trafficLimit']): string | null {
  if (limit === null) return null;
  const { settledOrderCount: settled, dailyLimit, admittedToday } = limit;
  const row = settled === 0 ? '0' : settled < 0 ? '*' : `${settled}+`;
  return `${row}: ${admittedToday}${dailyLimit < 0 ? '' : `/${dailyLimit}`}`;
}

/** The list as a file: those that the reader sees, masked as the reader is. */
export const payoutOrderExport = exportOf(payoutOrders, {
  kind: 'payouts.exportOrders',
  title: { en: 'Export of disbursements', zh: '导出放款管理' },
  page: { code: 'afterLoan:payout:export' },
  params: payoutOrder.exportList.request,
  fileStem: 'disbursements',
  subjectType: 'order',
  columns: [
    { en: 'Order number', zh: '订单号', of: (row) => row.orderNo },
    { en: 'Third-party order number', zh: '第三方订单号', of: (row) => row.thirdPartyOrderNo },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Payout account', zh: '收款账户', of: (row) => row.payoutAccount },
    { en: 'Approved (KES)', zh: '审批金额（KES）', of: (row) => kes(row.approvedAmountCents) },
    { en: 'Disbursed (KES)', zh: '实际放款金额（KES）', of: (row) => kes(row.actualLoanAmountCents) },
    { en: 'Channel', zh: '放款渠道', of: (row) => row.lendingChannel },
    { en: 'Order status', zh: '订单状态', of: (row) => row.orderStatus, codes: ORDER },
    { en: 'Payout status', zh: '放款状态', of: (row) => row.payoutStatus, codes: PAYOUT },
    { en: 'Failure', zh: '失败原因', of: (row) => row.failReason },
    { en: 'On hold because', zh: '等待原因', of: (row) => row.holdReason, codes: HOLD },
    { en: 'Traffic limit', zh: '流量上限', of: ({ trafficLimit }) => limitText(trafficLimit) },
    { en: 'Attempts', zh: '放款次数', of: (row) => row.attemptCount },
    { en: 'Approved at', zh: '审批时间', of: (row) => row.auditTime, isTime: true },
    { en: 'Disbursed at', zh: '放款时间', of: (row) => row.lendingTime, isTime: true },
  ],
});
