import { taskAward } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { rowReveals } from '../../platform/reveal/index.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';

const nameOf = sql<string>`coalesce((select r.value ->> 'ruleName' from config_rule_now r where r.rule_id = a.rule_id), '-')`;

/** What activities awarded, and what they did not. */
export const records = defineList(
  taskAward.recordPage,
  (db) =>
    db
      .selectFrom('activityAward as a')
      .innerJoin('customer as c', 'c.customerNo', 'a.customerNo')
      .innerJoin('merchant as m', 'm.merchantNo', 'a.merchantNo'),
  (by) => ({
    scope: by.ofMerchants('a.merchantNo'),
    key: 'a.awardNo',
    filters: {
      activityName: (text) => sql<boolean>`strpos(lower(${nameOf}), lower(${text})) > 0`,
      merchantNo: by.is('a.merchantNo'),
      customerNo: by.is('a.customerNo'),
      awardType: by.is('a.awardType'),
      awardOutcome: by.is('a.awardOutcome'),
      awardedAt: by.days('a.awardedAt'),
    },
    sorts: { awardedAt: 'a.awardedAt', amountCents: 'a.amountCents' },
    first: [['a.awardedAt', 'desc']],
    select: (query) =>
      query
        .select(['a.awardNo', 'a.merchantNo', 'm.merchantName', 'a.customerNo', 'c.customerName', 'c.phone'])
        .select([
          'a.awardType',
          'a.awardOutcome',
          'a.amountCents',
          'a.couponNo',
          'a.rewardNo',
          'a.points',
          'a.awardedAt',
        ])
        .select(nameOf.as('activityName')),
    row: ({ awardedAt, ...row }): taskAward.AwardRow => ({ ...row, awardedAt: awardedAt.toISOString() }),
    personal: { customerName: 'name', phone: 'phone' },
  }),
);

/** What of awards is masked, in full for those who hold the page. */
export const awardReveals = rowReveals(records, {
  name: 'award',
  title: { en: 'awards', zh: '活动奖励' },
  page: taskAward.recordPage,
  fields: { customerName: 'customerName', phone: 'phone' },
});

const TYPE: CodeWords = { COUPON: ['Coupon', '优惠券'], WALLET: ['Wallet', '钱包'] };
const OUTCOME: CodeWords = {
  AWARDED: ['Awarded', '已发放'],
  REVOKED: ['Revoked', '已撤销'],
  BUDGET: ['Budget used up', '预算用尽'],
  CUSTOMER_MAX: ['Customer limit', '达到客户上限'],
  DAY_MAX: ['Daily limit', '达到每日上限'],
  TEMPLATE_OFF: ['Coupon disabled', '优惠券已停用'],
};

export const recordExport = exportOf(records, {
  kind: 'activityAwards.export',
  title: { en: 'Export of awards', zh: '导出奖励记录' },
  page: taskAward.recordExport.access.page,
  params: taskAward.recordExport.request,
  fileStem: 'awards',
  subjectType: 'activityAward',
  columns: [
    { en: 'Activity', zh: '活动', of: (row) => row.activityName },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Customer', zh: '客户编号', of: (row) => row.customerNo },
    { en: 'Name', zh: '姓名', of: (row) => row.customerName },
    { en: 'Phone', zh: '手机号', of: (row) => row.phone },
    { en: 'Award', zh: '奖励类型', of: (row) => row.awardType, codes: TYPE },
    { en: 'Outcome', zh: '结果', of: (row) => row.awardOutcome, codes: OUTCOME },
    { en: 'Amount (KES)', zh: '金额（KES）', of: (row) => (row.amountCents / 100).toFixed(2) },
    { en: 'Awarded', zh: '发放时间', of: (row) => row.awardedAt, isTime: true },
  ],
});
