import { payoutOrder } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CodeWords, type CopiedColumn, copiedExport } from '../../platform/exports/index.ts';
import { accountOf, limitOf, newestAttempt, type PayoutDay, payoutDay } from './read-orders.ts';

const ORDER: CodeWords = {
  PENDING_DISBURSEMENT: ['Pending disbursement', '待放款'],
  DISBURSING: ['Disbursing', '放款中'],
  DISBURSE_FAILED: ['Disbursement failed', '放款失败'],
  DISBURSED: ['Disbursed', '已放款'],
  CLOSED: ['Closed', '已结清'],
  VOIDED: ['Voided', '已作废'],
};
/** By the state of the newest attempt. */
const PAYOUT: CodeWords = {
  CREATED: ['In progress', '放款中'],
  SENT: ['In progress', '放款中'],
  SUCCESS: ['Success', '成功'],
  FAILED: ['Failure', '失败'],
  UNKNOWN: ['In progress, no response yet', '放款中，待确认'],
};
const HOLD: CodeWords = {
  NO_ROUTE: ['No route', '无可用路由'],
  LIMIT_REACHED: ['Limit reached', '额度已满'],
  FLOAT_LOW: ['Float too low', '账户余额不足'],
};
/** `1+: 40/600`: settled loans of the row, admitted today of its limit. */
function limitText(limit: payoutOrder.PayoutOrderRow['trafficLimit']): string | null {
  if (limit === null) return null;
  const { settledOrderCount: settled, dailyLimit, admittedToday } = limit;
  const row = settled === 0 ? '0' : settled < 0 ? '*' : `${settled}+`;
  return `${row}: ${admittedToday}${dailyLimit < 0 ? '' : `/${dailyLimit}`}`;
}

/** Where the money goes: the account as long as it says, so that what is masked is never taken for a bank's name. */
const ACCOUNT = sql`concat_ws(';', loan_order.payout_type, length(coalesce(account.account, '')),
  concat(account.account, account.bank))`;
const ACCOUNTS = sql`lateral (select case loan_order.payout_type when 'MOBILE_MONEY' then loan_order.payee_phone
    when 'E_WALLET' then loan_order.e_wallet_account else loan_order.payee_account_no end as account,
  case when loan_order.payout_type not in ('MOBILE_MONEY', 'E_WALLET') then loan_order.payee_bank_name end as bank)`;

function accountText(text: string): string {
  const [, payoutType = '', length = '', rest = ''] = /^([^;]*);(\d+);(.*)$/s.exec(text) ?? [];
  // Characters as the database counts them.
  const characters = [...rest];
  const account = characters.splice(0, Number(length)).join('');
  return accountOf({ payoutType, account, bank: characters.join('') });
}

const columnsOf = ({ held, admissions }: PayoutDay): readonly CopiedColumn[] => [
  { en: 'Order number', zh: '订单号', field: sql`loan_order.order_no` },
  { en: 'Third-party order number', zh: '第三方订单号', field: sql`loan_order.third_party_order_no` },
  { en: 'Merchant', zh: '商户', field: sql`m.merchant_name` },
  { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
  { en: 'Phone', zh: '手机号', field: sql`c.phone`, personal: 'phone' },
  { en: 'Payout account', zh: '收款账户', field: ACCOUNT, show: accountText },
  { en: 'Approved (KES)', zh: '审批金额（KES）', field: sql`loan_order.approved_cents`, is: 'cents' },
  { en: 'Disbursed (KES)', zh: '实际放款金额（KES）', field: sql`loan_order.paid_out_cents`, is: 'cents' },
  { en: 'Channel', zh: '放款渠道', field: sql`loan_order.lending_channel` },
  { en: 'Order status', zh: '订单状态', field: sql`loan_order.order_status`, codes: ORDER },
  { en: 'Payout status', zh: '放款状态', field: sql`p.attempt_status`, codes: PAYOUT },
  { en: 'Failure', zh: '失败原因', field: sql`case when p.attempt_status = 'FAILED' then p.fail_reason end` },
  {
    en: 'On hold because',
    zh: '等待原因',
    field: sql`loan_order.order_no`,
    show: (orderNo) => held.get(orderNo) ?? '',
    codes: HOLD,
  },
  {
    en: 'Traffic limit',
    zh: '流量上限',
    field: sql`loan_order.merchant_no || ';' || loan_order.admitted_under`,
    show(text) {
      const [, merchantNo = '', settled = ''] = /^(.*);(-?\d+)$/s.exec(text) ?? [];
      return limitText(limitOf(admissions, merchantNo, Number(settled))) ?? '';
    },
  },
  { en: 'Attempts', zh: '放款次数', field: sql`coalesce(p.attempt_count, 0)`, is: 'number' },
  { en: 'Approved at', zh: '审批时间', field: sql`loan_order.audit_time`, isTime: true },
  { en: 'Disbursed at', zh: '放款时间', field: sql`loan_order.lending_time`, isTime: true },
];

/** The list as a file: those that the reader sees, masked as the reader is, each with its newest attempt. */
export const payoutOrderExport = copiedExport({
  kind: 'payouts.exportOrders',
  title: { en: 'Export of disbursements', zh: '导出放款管理' },
  page: { code: 'afterLoan:payout:export' },
  params: payoutOrder.exportList.request,
  fileStem: 'disbursements',
  subjectType: 'order',
  async read(requests, reading) {
    const day = await payoutDay(reading);
    const { rows, maskOf } = await day.list.selected(requests, reading);
    return {
      maskOf,
      columns: columnsOf(day),
      rows: rows
        .innerJoin('customer as c', 'c.customerNo', 'loanOrder.customerNo')
        .innerJoin('merchant as m', 'm.merchantNo', 'loanOrder.merchantNo')
        .leftJoin(newestAttempt.as('p'), (join) => join.onTrue())
        .innerJoin(ACCOUNTS.as('account'), (join) => join.onTrue()),
    };
  },
});
