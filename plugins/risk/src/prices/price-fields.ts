import type { useText } from '@kituo/sdk';
import { riskPricing } from '@kituo/sdk/contracts';
import {
  CONFIG_VERSION_STATUS,
  containing,
  count,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  dictionaryOptions,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  type CodesOf,
  type Column,
} from '@kituo/sdk/page';

export type PriceRow = riskPricing.PriceRow;
export type BatchRow = riskPricing.BatchRow;
type Translate = ReturnType<typeof useText>;

const IMPORT_RESULT = defineDictionary<CodesOf<typeof riskPricing.importResult>>('IMPORT_RESULT', {
  SUCCESS: 'good',
  PARTIAL_SUCCESS: 'attention',
  FAILURE: 'failed',
});
const productOptions = remoteOptions(riskPricing.products, (all) =>
  all.map(({ productNo, productName, merchantName }) => ({ value: productNo, label: productName, hint: merchantName })),
);

export const percentOf = (bps: number): string => `${bps / 100}%`;

/** Whom a number of repaid loans is for, in words. */
export const loansText = (t: Translate, loans: number): string => {
  if (loans === -1) return t('price.anyLoans');
  return loans === 0 ? t('price.newCustomers') : t('price.loans', { count: loans });
};

/** A level in the row; null is any. */
function level(t: Translate): Column<PriceRow> {
  return {
    key: 'modelLevel',
    width: 100,
    isSortable: false,
    code: null,
    isHiddenAtFirst: false,
    kind: 'text',
    valueOf: ({ modelLevel }) => ({ kind: 'text', text: modelLevel ?? t('price.anyLevel'), mask: null }),
  };
}

export const priceColumnsIn = (t: Translate) =>
  defineColumns<PriceRow>([
    text('merchantName', { sortable: true, width: 150 }),
    text('productName', { sortable: true, width: 150 }),
    level(t),
    count('settledOrderCount', { width: 130, as: (loans) => loansText(t, loans) }),
    count('dailyInterestBps', { sortable: true, width: 110, as: percentOf }),
    count('serviceFeeBps', { width: 110, as: percentOf }),
    money('minLimitCents', { width: 140 }),
    money('maxLimitCents', { sortable: true, width: 140 }),
    count('stepUpBps', { width: 110, as: percentOf }),
    number('batchNo', { width: 130 }),
    day('effectiveFrom', { sortable: true }),
    status('versionStatus', CONFIG_VERSION_STATUS, { width: 130 }),
    count('versionNo', { width: 80 }),
    number('productNo', { width: 110, hidden: true }),
    number('pricingCode', { width: 110, hidden: true }),
  ]);

export const priceFilters = defineFilters({
  versionStatus: oneOf(CONFIG_VERSION_STATUS),
  merchantNo: oneOf(merchantOptions),
  productNo: oneOf(productOptions),
  modelLevel: oneOf(dictionaryOptions('MODEL_LEVEL')),
  settledOrderCount: containing({ example: '-1' }),
  batchNo: containing({ example: 'PB000000001' }),
  pricingCode: containing({ example: 'M0001' }),
});

export const batchColumns = defineColumns<BatchRow>([
  number('batchNo', { width: 140 }),
  text('merchantName', { width: 150 }),
  text('fileName', { width: 200 }),
  count('rows', { width: 80 }),
  count('failedRows', { width: 100 }),
  status('importResult', IMPORT_RESULT, { width: 140 }),
  text('fault', { width: 260 }),
  count('versionNo', { width: 80 }),
  status('versionStatus', CONFIG_VERSION_STATUS, { width: 130 }),
  text('makerName', { width: 140 }),
  text('checkerName', { width: 140 }),
  time('createdAt', { sortable: true, width: 165 }),
  number('jobNo', { width: 130, hidden: true }),
]);
export const batchFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  importResult: oneOf(IMPORT_RESULT),
  versionStatus: oneOf(CONFIG_VERSION_STATUS),
  batchNo: containing({ example: 'PB000000001' }),
});
