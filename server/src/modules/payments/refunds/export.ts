import { refund } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CodeWords, copiedExport } from '../../platform/exports/index.ts';
import { maskAccount, maskPhone } from '../../platform/masking/index.ts';
import { attempts, refunds } from './read-refunds.ts';
import { auditOf, payoutOf } from './refund-words.ts';

const DECISION: CodeWords = {
  PENDING: ['Awaiting approval', '待审核'],
  APPROVED: ['Approved', '已通过'],
  REJECTED: ['Rejected', '已拒绝'],
};
const PAYOUT: CodeWords = {
  CREATED: ['Not started', '未开始'],
  IN_PROGRESS: ['In progress', '退款中'],
  SUCCESS: ['Refunded', '退款成功'],
  FAILURE: ['Failed', '退款失败'],
};

/** Its payee's account by what it is, told by its first letter. */
const ACCOUNT = sql`coalesce('A' || r.payee_bank_card_no, 'P' || r.payee_phone)`;
const accountText = (text: string) => (text.startsWith('A') ? maskAccount(text.slice(1)) : maskPhone(text.slice(1)));

/** The list as a file: those that the reader sees, masked as the reader is. Tens of thousands: read by one statement. */
export const refundExport = copiedExport({
  kind: 'refunds.export',
  title: { en: 'Export of refunds', zh: '导出退款' },
  page: { code: 'charge:refund:export' },
  params: refund.exportList.request,
  fileStem: 'refunds',
  subjectType: 'refund',
  async read(requests, reading) {
    const { rows, maskOf } = await refunds.selected(requests, reading);
    return {
      maskOf,
      columns: [
        { en: 'Refund', zh: '退款编号', field: sql`r.refund_no` },
        { en: 'Order', zh: '订单号', field: sql`r.order_no` },
        { en: 'Merchant', zh: '商户', field: sql`r.merchant_no` },
        { en: 'Customer', zh: '客户', field: sql`c.customer_name`, personal: 'customerName' },
        { en: 'Phone', zh: '手机号', field: sql`c.phone`, personal: 'phone' },
        { en: 'Transaction', zh: '交易号', field: sql`f.payment_code` },
        { en: 'Payee', zh: '收款人', field: sql`r.payee_name`, personal: 'payeeName' },
        { en: 'Payee account', zh: '收款账户', field: ACCOUNT, show: accountText },
        { en: 'Amount (KES)', zh: '金额（KES）', field: sql`r.amount_cents`, is: 'cents' },
        { en: 'Decision', zh: '审核状态', field: sql`r.refund_status`, show: auditOf, codes: DECISION },
        { en: 'Payout', zh: '打款状态', field: sql`r.refund_status`, show: payoutOf, codes: PAYOUT },
        { en: 'Failure', zh: '失败原因', field: sql`${attempts} ->> 'failReason'` },
        { en: 'Requested by', zh: '提交人', field: sql`applicant.real_name` },
        { en: 'Requested', zh: '提交时间', field: sql`r.created_at`, isTime: true },
        { en: 'Decided by', zh: '审核人', field: sql`checker.real_name` },
        { en: 'Paid', zh: '到账时间', field: sql`r.success_time`, isTime: true },
      ],
      rows: rows
        .innerJoin('paymentFlow as f', 'f.flowNo', 'r.flowNo')
        .innerJoin('customer as c', 'c.customerNo', 'r.customerNo')
        .innerJoin('appUser as applicant', 'applicant.userNo', 'r.applicantUserNo')
        .leftJoin('appUser as checker', 'checker.userNo', 'r.checkerUserNo'),
    };
  },
});
