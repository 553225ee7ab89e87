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
} as const satisfies Record<string, CatalogueEntry>;
