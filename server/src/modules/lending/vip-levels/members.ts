import { vipLevel } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';

/** Customers with a level. */
export const members = defineList(
  vipLevel.memberPage,
  (db) =>
    db
      .selectFrom('vipMember as v')
      .innerJoin('customer as c', 'c.customerNo', 'v.customerNo')
      .innerJoin('merchant as m', 'm.merchantNo', 'v.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('v.merchantNo'),
    key: 'v.customerNo',
    filters: {
      customerNo: by.is('v.customerNo'),
      phone: by.is('c.phone'),
      merchantNo: by.is('v.merchantNo'),
      levelNo: by.is('v.levelNo'),
      vipSource: by.is('v.vipSource'),
      changedAt: by.days('v.changedAt'),
    },
    sorts: { changedAt: 'v.changedAt', levelNo: 'v.levelNo', expiresAt: 'v.expiresAt' },
    first: [['v.changedAt', 'desc']],
    select: (query) =>
      query
        .select(['v.customerNo', 'c.customerName', 'c.phone', 'v.merchantNo', 'm.merchantName', 'v.levelNo'])
        .select(['v.vipSource', 'v.settledOrders', 'v.onTimePercent', 'v.maxDpd', 'v.changedAt', 'v.expiresAt'])
        .select('v.version')
        .select(
          sql<boolean>`exists (select from change_request q where q.subject_no = v.customer_no
            and q.kind = 'vipLevel.adjust' and q.change_state = 'PENDING')`.as('hasWaitingChange'),
        ),
    row: ({ changedAt, expiresAt, ...row }, { caller }): vipLevel.MemberRow => ({
      ...row,
      changedAt: changedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      allowedActions: caller.codes.has('supermarket:vipLevel:adjust') && !row.hasWaitingChange ? ['adjust'] : [],
    }),
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

/** What of VIP members is masked, in full for those who hold the page. */
export const vipMemberReveals = rowReveals(members, {
  name: 'vipMember',
  title: { en: 'VIP members', zh: '会员' },
  page: vipLevel.memberPage,
  fields: { customerName: 'customerName', phone: 'phone' },
});

const SOURCE: CodeWords = { RULE: ['By rule', '按规则'], MANUAL: ['By hand', '人工'] };

export const memberExport = exportOf(members, {
  kind: 'vipMembers.export',
  title: { en: 'Export of VIP members', zh: '导出会员' },
  page: vipLevel.memberExport.access.page,
  params: vipLevel.memberExport.request,
  fileStem: 'vip-members',
  subjectType: 'customer',
  columns: [
    { en: 'Customer', zh: '客户编号', of: (row) => row.customerNo },
    { en: 'Name', zh: '姓名', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Level', zh: '等级', of: (row) => row.levelNo },
    { en: 'Source', zh: '来源', of: (row) => row.vipSource, codes: SOURCE },
    { en: 'Settled loans', zh: '结清订单', of: (row) => row.settledOrders },
    { en: 'On time (%)', zh: '按时率（%）', of: (row) => row.onTimePercent },
    { en: 'Most days overdue', zh: '最大逾期天数', of: (row) => row.maxDpd },
    { en: 'Changed', zh: '变更时间', of: (row) => row.changedAt, isTime: true },
    { en: 'Until', zh: '有效期至', of: (row) => row.expiresAt, isTime: true },
  ],
});

/** A customer's level at a moment; null without one. */
export async function vipLevelOf(db: Queryable, customerNo: string, at: Date): Promise<number | null> {
  const found = await db
    .selectFrom('vipMember')
    .select('levelNo')
    .where('customerNo', '=', customerNo)
    .where('expiresAt', '>', at)
    .executeTakeFirst();
  return found?.levelNo ?? null;
}
