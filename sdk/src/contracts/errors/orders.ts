import type { CatalogueEntry } from './catalogue-entry.ts';

/** Orders and products (7xxx). */
export const ORDERS_ERRORS = {
  ORDER_NOT_FOUND: { code: 7070, status: 404, en: 'There is no such order', zh: '订单不存在' },
  ORDER_NOT_YOURS: {
    code: 7071,
    status: 409,
    en: 'Somebody else reviews this order now',
    zh: '该订单正由他人审核',
  },
  PRODUCT_NOT_FOUND: { code: 7072, status: 404, en: 'There is no such product', zh: '产品不存在' },
} as const satisfies Record<string, CatalogueEntry>;
