import { unrenewedLoanSms } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Caller } from '../../../http/implement.ts';
import { defineList } from '../../../lists/index.ts';
import { allowedActions } from '../../../state-machine/index.ts';
import { exportOf } from '../../platform/exports/index.ts';
import { addDays, businessDateOf, startOfBusinessDate } from '../../platform/policy/index.ts';
import { revealOf } from '../../platform/reveal/index.ts';
import { unrenewedConfigMachine } from './unrenewed-config.machine.ts';

type Row = unrenewedLoanSms.UnrenewedRow;

interface Figures {
  readonly sentYesterday: number;
  readonly nudgedCount: number;
  readonly renewedCount: number;
  readonly costCents: number;
}

const figures = () => {
  const today = businessDateOf(new Date());
  const [from, to] = [startOfBusinessDate(addDays(today, -1)), startOfBusinessDate(today)];
  return sql<Figures>`(select json_build_object(
    'sentYesterday', count(*) filter (where s.sent_at >= ${from} and s.sent_at < ${to}),
    'nudgedCount', count(distinct s.order_no), 'renewedCount', count(s.renewed_order_no),
    'costCents', coalesce(sum(s.cost_cents), 0))
    from unrenewed_send s where s.config_no = c.config_no
      and s.recipient_status in ('SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'))`;
};
const products = sql<{ productNo: string; productName: string }[]>`(
  select coalesce(json_agg(json_build_object('productNo', p.product_no, 'productName', l.product_name)
    order by p.product_no), '[]'::json)
  from unrenewed_product p join loan_product l on l.product_no = p.product_no where p.config_no = c.config_no)`;
const steps = sql<Row['steps']>`(
  select coalesce(json_agg(json_build_object('daysSinceSettled', p.days_since_settled, 'sendTime', p.send_time,
    'templateNo', p.template_no, 'templateName', t.template_name, 'couponTemplateNo', p.coupon_template_no,
    'couponContent', k.coupon_content) order by p.step_no), '[]'::json)
  from unrenewed_step p join sms_marketing_template t on t.template_no = p.template_no
  left join coupon_template k on k.coupon_template_no = p.coupon_template_no where p.config_no = c.config_no)`;

const CODE = {
  update: 'save',
  submit: 'save',
  approve: 'approve',
  return: 'approve',
  enable: 'approve',
  disable: 'save',
} as const satisfies Record<Row['allowedActions'][number], string>;

function actionsOn({ codes, userNo }: Caller, status: Row['status'], updatedBy: string): Row['allowedActions'] {
  const legal: readonly string[] = allowedActions(unrenewedConfigMachine, status);
  return unrenewedLoanSms.UNRENEWED_ACTIONS.filter((action) => {
    if (!codes.has(`marketing:unrenewed:${CODE[action]}`)) return false;
    if (action === 'update') return status === 'DRAFT';
    if ((action === 'approve' || action === 'enable') && updatedBy === userNo) return false;
    return legal.includes(action === 'return' ? 'sendBack' : action);
  });
}

export const configList = defineList(
  unrenewedLoanSms.page,
  (db) => db.selectFrom('unrenewedConfig as c'),
  (by) => ({
    scope: by.ofMerchants('c.merchantNo'),
    key: 'c.configNo',
    missing: 'UNRENEWED_NOT_FOUND',
    filters: {
      configName: by.contains('c.configName'),
      merchantNo: by.is('c.merchantNo'),
      productNo: (productNo) =>
        sql<boolean>`exists (select from unrenewed_product p where p.config_no = c.config_no and p.product_no = ${productNo})`,
      status: by.is('c.unrenewedStatus'),
      updatedAt: by.days('c.updatedAt'),
    },
    sorts: { updatedAt: 'c.updatedAt', configName: 'c.configName' },
    first: [['c.updatedAt', 'desc']],
    select: (query) =>
      query
        .innerJoin('merchant as m', 'm.merchantNo', 'c.merchantNo')
        .innerJoin('appUser as u', 'u.userNo', 'c.updatedBy')
        .leftJoin('appUser as a', 'a.userNo', 'c.approvedBy')
        .select(['c.configNo', 'c.configName', 'c.merchantNo', 'm.merchantName', 'c.minOnTimeCount'])
        .select(['c.excludeMaxDpdOver', 'c.excludeReappliedDays', 'c.dailyCap', 'c.holdOutPercent'])
        .select([
          'c.attributionDays',
          'c.effectiveFrom',
          'c.unrenewedStatus',
          'c.updatedBy',
          'c.updatedAt',
          'c.version',
        ])
        .select(['u.realName as updatedByName', 'a.realName as approvedByName'])
        .select([figures().as('figures'), products.as('products'), steps.as('steps')]),
    row: ({ figures: sums, products: named, unrenewedStatus, updatedBy, updatedAt, ...row }, { caller }): Row => ({
      ...row,
      ...sums,
      renewalRate: sums.nudgedCount === 0 ? null : Math.round((sums.renewedCount * 1000) / sums.nudgedCount) / 10,
      productNos: named.map(({ productNo }) => productNo),
      productNames: named.map(({ productName }) => productName),
      status: unrenewedStatus,
      updatedAt: updatedAt.toISOString(),
      allowedActions: actionsOn(caller, unrenewedStatus, updatedBy),
    }),
  }),
);

export const sendList = defineList(
  unrenewedLoanSms.sends,
  (db) => db.selectFrom('unrenewedSend as s').innerJoin('unrenewedConfig as c', 'c.configNo', 's.configNo'),
  (by) => ({
    scope: by.ofMerchants('c.merchantNo'),
    key: 's.sendNo',
    missing: 'UNRENEWED_NOT_FOUND',
    filters: {
      configNo: by.contains('s.configNo'),
      recipientStatus: by.is('s.recipientStatus'),
      skippedFor: by.is('s.unrenewedSkip'),
      dueOn: by.between('s.dueOn'),
    },
    sorts: { dueOn: 's.dueOn' },
    first: [['s.dueOn', 'desc']],
    select: (query) =>
      query
        .innerJoin('customer as k', 'k.customerNo', 's.customerNo')
        .select(['s.sendNo', 's.configNo', 'c.configName', 's.stepNo', 's.customerNo', 'k.customerName', 's.phone'])
        .select(['s.orderNo', 's.settledOn', 's.dueOn', 's.recipientStatus', 's.unrenewedSkip as skippedFor'])
        .select(['s.sentAt', 's.couponNo', 's.renewedOrderNo', 's.costCents']),
    row: ({ sentAt, ...row }): unrenewedLoanSms.SendRow => ({
      ...row,
      // A person held out has a moment to count from, and got nothing.
      sentAt: row.recipientStatus === 'HELD_OUT' ? null : (sentAt?.toISOString() ?? null),
    }),
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

export const sendPhone = revealOf(sendList, {
  kind: 'unrenewedSend.phone',
  title: { en: 'Phone of a person nudged to borrow again', zh: '未续贷短信接收人手机号' },
  field: 'phone',
  access: { code: ['marketing:recipient:phone'] },
  valueOf: ({ phone }) => phone,
});

export const configExport = exportOf(configList, {
  kind: 'unrenewedLoanSms.export',
  title: { en: 'Export of SMS for unrenewed loans', zh: '导出未续贷短信配置' },
  page: { code: 'marketing:unrenewed:export' },
  params: unrenewedLoanSms.exportList.request,
  fileStem: 'sms-for-unrenewed-loans',
  subjectType: 'unrenewedConfig',
  columns: [
    { en: 'Strategy', zh: '策略编号', of: (row) => row.configNo },
    { en: 'Name', zh: '策略名称', of: (row) => row.configName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Products', zh: '产品', of: (row) => row.productNames.join(', ') },
    {
      en: 'Days after settlement',
      zh: '结清后天数',
      of: (row) => row.steps.map((one) => one.daysSinceSettled).join(', '),
    },
    { en: 'Daily limit', zh: '每日上限', of: (row) => row.dailyCap },
    { en: 'Hold-out (%)', zh: '对照组 (%)', of: (row) => row.holdOutPercent },
    { en: 'Sent yesterday', zh: '昨日发送', of: (row) => row.sentYesterday },
    { en: 'Attribution window (days)', zh: '归因窗口 (天)', of: (row) => row.attributionDays },
    { en: 'Renewed in window', zh: '窗口内复贷', of: (row) => row.renewedCount },
    { en: 'Renewal rate (%)', zh: '复贷率 (%)', of: (row) => row.renewalRate },
    { en: 'Cost (KES)', zh: '费用 (KES)', of: (row) => row.costCents / 100 },
    { en: 'Status', zh: '状态', of: (row) => row.status, codes: 'UNRENEWED_STATUS' },
    { en: 'Effective from', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Changed by', zh: '修改人', of: (row) => row.updatedByName },
    { en: 'Approved by', zh: '审批人', of: (row) => row.approvedByName },
    { en: 'Changed', zh: '修改时间', of: (row) => row.updatedAt, isTime: true },
  ],
});

export const sendsExport = exportOf(sendList, {
  kind: 'unrenewedSends.export',
  title: { en: 'Export of messages for unrenewed loans', zh: '导出未续贷短信明细' },
  page: { code: 'marketing:unrenewed:export' },
  params: unrenewedLoanSms.sendsExport.request,
  fileStem: 'messages-for-unrenewed-loans',
  subjectType: 'unrenewedConfig',
  columns: [
    { en: 'Due', zh: '到期日', of: (row) => row.dueOn },
    { en: 'Strategy', zh: '策略名称', of: (row) => row.configName },
    { en: 'Step', zh: '步骤', of: (row) => row.stepNo },
    { en: 'Customer', zh: '客户', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Settled loan', zh: '已结清订单', of: (row) => row.orderNo },
    { en: 'Settled', zh: '结清日', of: (row) => row.settledOn },
    { en: 'Status', zh: '状态', of: (row) => row.recipientStatus, codes: 'SMS_RECIPIENT_STATUS' },
    { en: 'Skip reason', zh: '跳过原因', of: (row) => row.skippedFor, codes: 'UNRENEWED_SKIP' },
    { en: 'Sent at', zh: '发送时间', of: (row) => row.sentAt, isTime: true },
    { en: 'Coupon number', zh: '优惠券编号', of: (row) => row.couponNo },
    { en: 'Renewed loan', zh: '复贷订单', of: (row) => row.renewedOrderNo },
    { en: 'Cost (KES)', zh: '费用 (KES)', of: (row) => row.costCents / 100 },
  ],
});
