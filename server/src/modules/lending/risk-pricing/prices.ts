import { riskPricing } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { defineList } from '../../../lists/index.ts';
import { exportOf } from '../../platform/exports/index.ts';

/** A cell of a version as its json says it. */
interface StoredCell {
  readonly cellId: string;
  readonly productNo: string;
  readonly modelLevel: string | null;
  readonly settledOrderCount: number;
  readonly dailyInterestBps: number;
  readonly serviceFeeBps: number;
  readonly minLimitCents: number;
  readonly maxLimitCents: number;
  readonly stepUpBps: number;
}

const cells = sql<StoredCell>`(SELECT v.version_id || '_' || lpad(e.place::text, 4, '0') AS cell_id,
    e.cell ->> 'productNo' AS product_no, e.cell ->> 'modelLevel' AS model_level,
    (e.cell ->> 'settledOrderCount')::int AS settled_order_count,
    (e.cell ->> 'dailyInterestBps')::int AS daily_interest_bps, (e.cell ->> 'serviceFeeBps')::int AS service_fee_bps,
    (e.cell ->> 'minLimitCents')::bigint AS min_limit_cents, (e.cell ->> 'maxLimitCents')::bigint AS max_limit_cents,
    (e.cell ->> 'stepUpBps')::int AS step_up_bps
  FROM jsonb_array_elements(v.value -> 'cells') WITH ORDINALITY AS e (cell, place))`;

/** Every price of every version, a row each. */
export const prices = defineList(
  riskPricing.page,
  (db) =>
    db
      .selectFrom('configVersionNow as v')
      .innerJoin('merchant as m', 'm.merchantNo', 'v.subjectNo')
      .innerJoinLateral(cells.as('c'), (join) => join.onTrue())
      .leftJoin('loanProduct as p', 'p.productNo', 'c.productNo')
      .leftJoin('riskPriceBatch as b', 'b.versionId', 'v.versionId')
      .where('v.configKey', '=', riskPricing.RISK_PRICING_KEY),
  (by) => ({
    scope: by.ofMerchants('v.subjectNo'),
    key: 'c.cellId',
    filters: {
      pricingCode: by.is('v.subjectNo'),
      merchantNo: by.is('v.subjectNo'),
      productNo: by.is('c.productNo'),
      modelLevel: by.is('c.modelLevel'),
      settledOrderCount: (count) => sql<boolean>`c.settled_order_count = ${Number(count)}`,
      batchNo: by.is('b.batchNo'),
      versionStatus: by.is('v.versionStatus'),
    },
    sorts: {
      merchantName: 'm.merchantName',
      productName: 'p.productName',
      effectiveFrom: 'v.effectiveFrom',
      dailyInterestBps: 'c.dailyInterestBps',
      maxLimitCents: 'c.maxLimitCents',
    },
    first: [
      ['m.merchantName', 'asc'],
      ['v.versionNo', 'desc'],
    ],
    ties: 'asc',
    select: (query) =>
      query
        .selectAll('c')
        .select(['v.subjectNo as pricingCode', 'm.merchantName', 'p.productName', 'b.batchNo'])
        .select(['v.versionId', 'v.versionNo', 'v.effectiveFrom', 'v.versionStatus']),
    row: ({ productName, ...row }, { caller }): riskPricing.PriceRow => ({
      ...row,
      productName: productName ?? row.productNo,
      allowedActions: caller.codes.has('risk:pricing:save') ? ['save'] : [],
    }),
  }),
);

const kes = (cents: number) => (cents / 100).toFixed(2);

export const priceExport = exportOf(prices, {
  kind: 'riskPrices.export',
  title: { en: 'Export of risk prices', zh: '导出风险定价' },
  page: riskPricing.exportList.access.page,
  params: riskPricing.exportList.request,
  fileStem: 'risk-prices',
  subjectType: 'config',
  columns: [
    { en: 'Merchant', zh: '商户', of: (row) => row.merchantName },
    { en: 'Product number', zh: '产品编号', of: (row) => row.productNo },
    { en: 'Product', zh: '产品名称', of: (row) => row.productName },
    { en: 'Model level', zh: '模型等级', of: (row) => row.modelLevel },
    { en: 'Repaid loans', zh: '结清笔数', of: (row) => row.settledOrderCount },
    { en: 'Interest a day (bps)', zh: '日利率（bps）', of: (row) => row.dailyInterestBps },
    { en: 'Service fee (bps)', zh: '服务费（bps）', of: (row) => row.serviceFeeBps },
    { en: 'Minimum (KES)', zh: '最低额度（KES）', of: (row) => kes(row.minLimitCents) },
    { en: 'Maximum (KES)', zh: '最高额度（KES）', of: (row) => kes(row.maxLimitCents) },
    { en: 'VIP step-up (bps)', zh: '会员提额（bps）', of: (row) => row.stepUpBps },
    { en: 'Batch', zh: '批次', of: (row) => row.batchNo },
    { en: 'Version', zh: '版本', of: (row) => row.versionNo },
    { en: 'In force from', zh: '生效日期', of: (row) => row.effectiveFrom },
    { en: 'Status', zh: '状态', of: (row) => row.versionStatus, codes: 'CONFIG_VERSION_STATUS' },
  ],
});
