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
  type Dictionary,
} from '@kituo/sdk/page';

export type ProductRow = product.ProductRow;
type Terms = product.ProductTerms;
/** The terms that are numbers. */
type Figure = { [K in keyof Terms]-?: NonNullable<Terms[K]> extends number ? K : never }[keyof Terms];
type Choice = 'interestMethod' | 'rateUnit' | 'dayCount';

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
export const INTEREST_METHOD = defineDictionary<CodesOf<typeof product.interestMethod>>('INTEREST_METHOD', {
  EQUAL_PRINCIPAL: 'waiting',
  ANNUITY: 'waiting',
  FLAT: 'waiting',
});
export const RATE_UNIT = defineDictionary<CodesOf<typeof product.rateUnit>>('RATE_UNIT', {
  DAILY: 'waiting',
  MONTHLY: 'waiting',
  ANNUAL: 'waiting',
});
export const DAY_COUNT = defineDictionary<CodesOf<typeof product.dayCount>>('DAY_COUNT', {
  ACTUAL_365: 'waiting',
  THIRTY_360: 'waiting',
});
export const TERM_UNIT = defineDictionary<'DAYS' | 'MONTHS'>('TERM_UNIT', { DAYS: 'waiting', MONTHS: 'waiting' });
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

/** A choice of the terms in force; `before` is what terms without it mean. */
function choice<Code extends string>(
  key: Choice,
  of: Dictionary<Code>,
  before: Code,
  width: number,
): Column<ProductRow> {
  return {
    key,
    width,
    isSortable: false,
    code: null,
    isHiddenAtFirst: false,
    kind: 'status',
    valueOf: ({ terms }) => ({ kind: 'status', code: terms === null ? null : (terms[key] ?? before), dictionary: of }),
  };
}

/** A figure that few products have. */
const seldom = (key: Figure, width: number): Column<ProductRow> => ({ ...term(key, width), isHiddenAtFirst: true });

export const productFilters = defineFilters({
  productNo: containing({ example: 'PR0001' }),
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
  seldom('termMonths', 110),
  term('installments', 100),
  term('minPrincipalCents', 140),
  term('maxPrincipalCents', 150),
  choice('interestMethod', INTEREST_METHOD, 'EQUAL_PRINCIPAL', 150),
  term('dailyInterestBps', 120),
  seldom('interestBps', 110),
  { ...choice('rateUnit', RATE_UNIT, 'DAILY', 90), isHiddenAtFirst: true },
  { ...choice('dayCount', DAY_COUNT, 'ACTUAL_365', 120), isHiddenAtFirst: true },
  seldom('startGraceDays', 130),
  term('serviceFeeBps', 110),
  term('managementFeeBps', 130),
  seldom('serviceFeeCents', 140),
  seldom('managementFeeCents', 150),
  seldom('liquidatedDamagesBps', 150),
  seldom('coolOffDays', 120),
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
