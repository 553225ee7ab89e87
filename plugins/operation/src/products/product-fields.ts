import type { product } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  status,
  text,
  type CodesOf,
  type Column,
} from '@kituo/sdk/page';

export type ProductRow = product.ProductRow;
type Figure = Exclude<
  keyof product.ProductTerms,
  'feeTiming' | 'collectionScope' | 'extendsFromDueDate' | 'allocationOrder'
>;

export const PRODUCT_STATUS = defineDictionary<CodesOf<typeof product.productStatus>>('PRODUCT_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
const REPAYMENT_MODE = defineDictionary<CodesOf<typeof product.repaymentMode>>('REPAYMENT_MODE', {
  SINGLE: 'waiting',
  INSTALMENT: 'active',
});
export const FEE_TIMING = defineDictionary<CodesOf<typeof product.feeTiming>>('FEE_TIMING', {
  UPFRONT: 'waiting',
  ON_DUE: 'waiting',
});
export const COLLECTION_SCOPE = defineDictionary<CodesOf<typeof product.collectionScope>>('COLLECTION_SCOPE', {
  ORDER: 'waiting',
  BILL: 'waiting',
});

export const percentOf = (bps: number): string => `${bps / 100}%`;

/** A figure of the terms in force. */
function term(key: Figure, width: number): Column<ProductRow> {
  const shared = { key, width, isSortable: false, code: null, isHiddenAtFirst: false };
  if (key.endsWith('Cents')) {
    return { ...shared, kind: 'money', valueOf: ({ terms }) => ({ kind: 'money', cents: terms?.[key] ?? null }) };
  }
  return {
    ...shared,
    kind: 'count',
    valueOf: ({ terms }) => {
      const held = terms?.[key] ?? null;
      return { kind: 'count', count: held, ...(held !== null && key.endsWith('Bps') && { text: percentOf(held) }) };
    },
  };
}

export const productFilters = defineFilters({
  productNo: containing({ example: 'P0001' }),
  productName: containing(),
  merchantNo: oneOf(merchantOptions),
  repaymentMode: oneOf(REPAYMENT_MODE),
  status: oneOf(PRODUCT_STATUS),
  versionStatus: oneOf(CONFIG_VERSION_STATUS),
  effectiveFrom: dateRange(),
});

export const productColumns = defineColumns<ProductRow>([
  number('productNo', { sortable: true, width: 110 }),
  text('productName', { sortable: true, width: 180 }),
  text('merchantName', { width: 150 }),
  status('repaymentMode', REPAYMENT_MODE, { width: 120 }),
  term('termDays', 90),
  term('installments', 100),
  term('minPrincipalCents', 140),
  term('maxPrincipalCents', 150),
  term('dailyInterestBps', 120),
  term('serviceFeeBps', 110),
  term('managementFeeBps', 130),
  count('versionNo', { width: 80 }),
  day('effectiveFrom'),
  status('status', PRODUCT_STATUS, { width: 100 }),
  {
    ...status<{ openVersion: string }>('openVersion', CONFIG_VERSION_STATUS, { width: 130 }),
    valueOf: ({ openVersion }: ProductRow) => ({
      kind: 'status',
      code: openVersion?.versionStatus ?? null,
      dictionary: CONFIG_VERSION_STATUS,
    }),
  },
  count('openOrders', { width: 100 }),
]);
