import { flow } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { type CodeWords, type CopiedColumn, copiedExport } from '../../platform/exports/index.ts';
import { nameMask, phoneMask } from '../../platform/masking/index.ts';
import { flows } from './read-flows.ts';

const STATUS: CodeWords = {
  RECEIVED: ['Received', '已到账'],
  UNMATCHED: ['Unmatched', '未匹配'],
  PART_APPLIED: ['Partly applied', '部分核销'],
  APPLIED: ['Applied', '已核销'],
  REFUNDED: ['Refunded', '已退款'],
  REVERSED: ['Reversed', '已冲正'],
};
const SOURCE: CodeWords = {
  CALLBACK: ['Channel', '渠道回调'],
  SUPPLEMENT: ['Supplement', '人工补录'],
  STATEMENT: ['Statement', '对账单'],
};

const columns: readonly CopiedColumn[] = [
  { en: 'Flow', zh: '流水号', field: sql`payment_flow.flow_no` },
  { en: 'Serial number', zh: '支付流水号', field: sql`payment_flow.payment_code` },
  { en: 'Channel', zh: '支付渠道', field: sql`payment_flow.payment_channel` },
  { en: 'Payer', zh: '付款人', field: sql`payment_flow.payer_name`, personal: 'payerName' },
  { en: 'Payer phone', zh: '付款手机号', field: sql`payment_flow.payer_phone`, personal: 'payerPhone' },
  { en: 'Reference', zh: '付款备注', field: sql`payment_flow.account_reference` },
  { en: 'Amount (KES)', zh: '金额（KES）', field: sql`payment_flow.amount_cents`, is: 'cents' },
  { en: 'Available (KES)', zh: '可用金额（KES）', field: sql`payment_flow.writable_cents`, is: 'cents' },
  { en: 'Paid', zh: '付款时间', field: sql`payment_flow.repay_time`, isTime: true },
  { en: 'Source', zh: '来源', field: sql`payment_flow.source`, codes: SOURCE },
  { en: 'Status', zh: '状态', field: sql`payment_flow.flow_status`, codes: STATUS },
  { en: 'Owner', zh: '负责人', field: sql`owner.real_name` },
  { en: 'Order number', zh: '订单号', field: sql`payment_flow.order_no` },
];

/** The list as a file: those that the reader sees, masked as `presentFlow` does. Hundreds of thousands: read by one statement. */
export const flowExport = copiedExport({
  kind: 'flows.export',
  title: { en: 'Export of flows', zh: '导出流水' },
  page: { code: 'afterLoan:repayment:export' },
  params: flow.exportList.request,
  fileStem: 'flows',
  subjectType: 'flow',
  async read(requests, reading) {
    const { isMasked, maskedFields } = reading.caller;
    const { rows } = await flows.selected(requests, reading);
    return {
      maskOf: (field) => {
        if (field === 'payerPhone') return phoneMask;
        return isMasked || maskedFields.has(field) ? nameMask : undefined;
      },
      columns,
      rows: rows.leftJoin('appUser as owner', 'owner.userNo', 'paymentFlow.ownerUserNo'),
    };
  },
});
