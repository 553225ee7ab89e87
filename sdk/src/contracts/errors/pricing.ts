import type { CatalogueEntry } from './catalogue-entry.ts';

/** Refusals of risk prices (7950 to 7999). */
export const PRICING_ERRORS = {
  PRICE_OUTSIDE_PRODUCT: {
    code: 7950,
    status: 400,
    en: 'Product {productNo} allows {least} to {most}',
    zh: '产品 {productNo} 允许 {least} 至 {most}',
  },
  PRICE_MISSING: {
    code: 7951,
    status: 400,
    en: 'Product {productNo} has no price of any level for customers with {loans} repaid loans',
    zh: '产品 {productNo} 缺少不限等级、已结清 {loans} 笔客户的价格',
  },
  PRICE_REPEATED: {
    code: 7952,
    status: 409,
    en: 'Each product, level and number of loans once',
    zh: '同一产品、等级和结清笔数只能有一个价格',
  },
  PRICE_BATCH_NOT_FOUND: {
    code: 7953,
    status: 404,
    en: 'Batch not found',
    zh: '批次不存在',
  },
  PRICE_BATCH_NOT_IN_FORCE: {
    code: 7954,
    status: 409,
    en: 'Only the newest batch can be rolled back, while it is in force',
    zh: '只能回滚生效中的最新批次',
  },
  PRICE_VERSION_OVER: {
    code: 7955,
    status: 409,
    en: 'Version {versionNo} is in force or over: only a version to come can be backtested',
    zh: '版本 {versionNo} 已生效或已结束：只能回测尚未生效的版本',
  },
  PRICE_VERSION_MOVED: {
    code: 7956,
    status: 409,
    en: 'Version {versionNo}, or what it is compared with, changed after the backtest started',
    zh: '回测开始后，版本 {versionNo} 或其对比版本已变更',
  },
  PRICE_BACKTEST_DAYS: {
    code: 7957,
    status: 400,
    en: 'Choose days before {today}',
    zh: '请选择 {today} 之前的日期',
  },
  INTEREST_ABOVE_CAP: {
    code: 7958,
    status: 400,
    en: 'Interest of {percent}% a year is above the cap of {cap}% ({source})',
    zh: '年利率 {percent}% 超过上限 {cap}%（{source}）',
  },
  APR_ABOVE_CAP: {
    code: 7959,
    status: 400,
    en: 'The APR of {percent}% is above the cap of {cap}% ({source})',
    zh: '年化综合成本率 {percent}% 超过上限 {cap}%（{source}）',
  },
  COST_ABOVE_CAP: {
    code: 7960,
    status: 400,
    en: 'The total cost of {percent}% of the loan is above the cap of {cap}% ({source})',
    zh: '总成本占贷款 {percent}%，超过上限 {cap}%（{source}）',
  },
} as const satisfies Record<string, CatalogueEntry>;
