import { orgMerchant } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { type CodeWords, exportOf } from '../../platform/exports/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import type { TrafficLimit } from './admit.ts';

const admitted = (kind: 'REGISTRATION' | 'APPLICATION') =>
  sql<number>`coalesce((select sum(t.admitted)::int from traffic_admission t where t.merchant_no = m.merchant_no
    and t.admission_kind = ${sql.lit(kind)} and t.biz_date = ${businessDateOf(new Date())}), 0)`;

/** The merchants that the caller sees. */
export const orgMerchants = defineList(
  orgMerchant.page,
  (db) => db.selectFrom('merchant as m'),
  (by) => ({
    scope: by.ofMerchants('m.merchantNo'),
    key: 'm.merchantNo',
    filters: {
      orgNo: by.is('m.orgNo'),
      companyCode: by.contains('m.companyCode'),
      merchantNo: by.contains('m.merchantNo'),
      merchantName: by.contains('m.merchantName'),
      orgMerchantStatus: (status) => (eb) => eb('m.isEnabled', '=', status === 'ENABLED'),
    },
    sorts: { merchantNo: 'm.merchantNo', merchantName: 'm.merchantName' },
    first: [['m.merchantNo', 'asc']],
    select: (query) =>
      query
        .select(['m.merchantNo', 'm.merchantName', 'm.companyCode', 'm.companyName', 'm.orgNo', 'm.orgName'])
        .select(['m.isEnabled', 'm.isSandbox', 'm.takesDefaultRules', 'm.version'])
        .select([
          admitted('REGISTRATION').as('registeredToday'),
          admitted('APPLICATION').as('appliedToday'),
          sql<number>`(select count(*)::int from (select from loan_order o where o.merchant_no = m.merchant_no
            and o.order_status = 'DISBURSED' limit 10000) live)`.as('liveOrders'),
          sql<TrafficLimit[]>`coalesce((select jsonb_agg(jsonb_build_object('settledOrderCount', l.settled_order_count,
            'dailyLimit', l.daily_limit) order by l.settled_order_count) from merchant_traffic_limit l
            where l.merchant_no = m.merchant_no), '[]')`.as('trafficLimits'),
          sql<boolean>`exists (select from change_request q where q.subject_no = m.merchant_no
            and q.kind in ('orgMerchant.enable', 'orgMerchant.traffic', 'orgMerchant.risk') and q.change_state = 'PENDING')`.as(
            'hasWaitingChange',
          ),
        ]),
    row: ({ isEnabled, ...row }, { caller }): orgMerchant.OrgMerchantRow => {
      const is = {
        enable: !isEnabled && !row.hasWaitingChange,
        update: true,
        trafficLimit: !row.hasWaitingChange,
        riskConfig: !row.hasWaitingChange,
        copy: true,
        disable: isEnabled,
      };
      return {
        ...row,
        orgMerchantStatus: isEnabled ? 'ENABLED' : 'DISABLED',
        allowedActions: orgMerchant.orgMerchantAction.options.filter(
          (action) => is[action] && caller.codes.has(`operation:orgMerchant:${action}`),
        ),
      };
    },
  }),
);

const STATUS: CodeWords = { ENABLED: ['Enabled', '启用'], DISABLED: ['Disabled', '停用'] };

export const orgMerchantExport = exportOf(orgMerchants, {
  kind: 'orgMerchants.export',
  title: { en: 'Export of merchants', zh: '导出机构商户' },
  page: orgMerchant.ORG_MERCHANT_PAGE,
  params: orgMerchant.exportList.request,
  fileStem: 'merchants',
  subjectType: 'merchant',
  columns: [
    { en: 'Organisation', zh: '机构', of: (row) => row.orgName },
    { en: 'Company', zh: '公司', of: (row) => row.companyName },
    { en: 'Company code', zh: '公司编码', of: (row) => row.companyCode },
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Number', zh: '商户编号', of: (row) => row.merchantNo },
    { en: 'Registered today', zh: '今日注册', of: (row) => row.registeredToday },
    { en: 'Applied today', zh: '今日申请', of: (row) => row.appliedToday },
    { en: 'Status', zh: '状态', of: (row) => row.orgMerchantStatus, codes: STATUS },
  ],
});
