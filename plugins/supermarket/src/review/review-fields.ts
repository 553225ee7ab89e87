import { partner } from '@kituo/sdk/contracts';
import {
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  money,
  number,
  oneOf,
  part,
  remoteOptions,
  status,
  text,
  yesNo,
} from '@kituo/sdk/page';
import { REVIEW_DATA_STATUS, REVIEW_SOURCE } from '../parts/codes.ts';

export type DayRow = partner.PartnerDayRow;

export const partnerProducts = remoteOptions(partner.products, (all) =>
  all.map(({ marketProductNo, productName, platformName }) => ({
    value: marketProductNo,
    label: productName,
    hint: platformName,
  })),
);
const platforms = remoteOptions(
  partner.products,
  (all) =>
    [...new Map(all.map((one) => [one.platformCode, one.platformName]))].map(([value, label]) => ({ value, label })),
  'platforms',
);

export const dayFilters = defineFilters({
  platformCode: oneOf(platforms),
  bizDate: dateRange(),
  dayStatus: oneOf(REVIEW_DATA_STATUS),
  marketProductNo: oneOf(partnerProducts),
  reviewSource: oneOf(REVIEW_SOURCE),
  differenceOnly: yesNo(),
});
export const dayColumns = defineColumns<DayRow>([
  day('bizDate', { sortable: true }),
  text('platformName', { width: 150 }),
  text('productName', { width: 160 }),
  count('clicks', { width: 90 }),
  count('ourApplied', { width: 110 }),
  count('partnerApplied', { width: 120 }),
  count('rejected', { width: 100 }),
  part('approved', ({ approved, partnerApplied }) => ({ done: approved, total: partnerApplied }), { width: 140 }),
  money('disbursedCents', { width: 140 }),
  money('unitPriceCents', { width: 120 }),
  money('dueCents', { sortable: true, width: 130 }),
  count('difference', { width: 100 }),
  count('decisionMinutes', { width: 130 }),
  status('reviewSource', REVIEW_SOURCE, { width: 110 }),
  status('dayStatus', REVIEW_DATA_STATUS, { width: 120 }),
]);
/** What the drawer says beside that. */
export const detailColumns = defineColumns<DayRow>([
  ...dayColumns,
  text('remark'),
  text('explanation'),
  number('paymentNo'),
  number('partnerDayNo'),
]);
