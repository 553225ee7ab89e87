import { orgMerchant } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  number,
  oneOf,
  remoteOptions,
  several,
  status,
  text,
  type CodesOf,
} from '@kituo/sdk/page';

export type MerchantRow = orgMerchant.OrgMerchantRow;
type Limits = MerchantRow['trafficLimits'];

const ORG_MERCHANT_STATUS = defineDictionary<CodesOf<typeof orgMerchant.orgMerchantStatus>>('ORG_MERCHANT_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});
export const orgOptions = remoteOptions(orgMerchant.organizations, (all) =>
  all.map(({ orgNo, orgName }) => ({ value: orgNo, label: orgName })),
);

export const merchantFilters = defineFilters({
  merchantName: containing(),
  orgNo: oneOf(orgOptions),
  orgMerchantStatus: oneOf(ORG_MERCHANT_STATUS),
  merchantNo: containing(),
  companyCode: containing({ example: '14' }),
});
export const merchantColumns = defineColumns<MerchantRow>([
  text('merchantName', { sortable: true, width: 180 }),
  // Beside the name, and the filter of the same field, it is its number.
  number('merchantNo', { title: 'merchantNumber', sortable: true, width: 140 }),
  status('orgMerchantStatus', ORG_MERCHANT_STATUS, { width: 110 }),
  text('orgName', { width: 160 }),
  text('companyName', { width: 170 }),
  text('companyCode', { width: 120 }),
  several('trafficLimits', ({ trafficLimits }) => linesOf(trafficLimits), { width: 170 }),
  count('registeredToday', { width: 130 }),
  count('appliedToday', { width: 120 }),
  count('liveOrders', { width: 110 }),
  flag('isSandbox', { width: 100 }),
  flag('hasWaitingChange', { width: 140 }),
]);

/** Limits as they are typed: `settled loans: a day`, one a line. */
export const linesOf = (limits: Limits): string[] =>
  limits.map(({ settledOrderCount, dailyLimit }) => `${settledOrderCount}: ${dailyLimit}`);

/** What cannot be read is no number, and is refused beside the field. */
export const limitsOf = (typed: string): Limits =>
  typed
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [settled = '', daily = ''] = line.split(/[:：]/);
      const read = (part: string) => (/^\s*-?\d+\s*$/.test(part) ? Number(part) : Number.NaN);
      return { settledOrderCount: read(settled), dailyLimit: read(daily) };
    });
