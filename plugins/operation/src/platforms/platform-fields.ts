import type { partnerPlatform, RequestOf } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  money,
  number,
  oneOf,
  picture,
  status,
  text,
  time,
  type AttachedFile,
  type CodesOf,
} from '@kituo/sdk/page';

export type PlatformRow = partnerPlatform.PlatformRow;
type Form = RequestOf<typeof partnerPlatform.save>['form'];

export const SETTLEMENT_MODE = defineDictionary<CodesOf<typeof partnerPlatform.settlementMode>>('SETTLEMENT_MODE', {
  CPA: 'waiting',
  CPS: 'waiting',
});
const PLATFORM_STATUS = defineDictionary<CodesOf<typeof partnerPlatform.platformStatus>>('PLATFORM_STATUS', {
  ENABLED: 'good',
  DISABLED: 'waiting',
});

export const platformFilters = defineFilters({
  platformName: containing(),
  platformStatus: oneOf(PLATFORM_STATUS),
  licenceExpiresOn: dateRange(),
  platformCode: containing(),
  settlementMode: oneOf(SETTLEMENT_MODE),
});
export const platformColumns = defineColumns<PlatformRow>([
  text('platformName', { sortable: true, width: 180 }),
  number('platformCode', { width: 120 }),
  picture('logoUrl', ({ logo, logoUrl }) => ({ address: logoUrl, text: logo?.fileName ?? '-' })),
  status('platformStatus', PLATFORM_STATUS, { width: 110 }),
  text('licenceNo', { width: 150 }),
  day('licenceExpiresOn', { sortable: true }),
  flag('isLicenceExpired', { width: 120 }),
  status('settlementMode', SETTLEMENT_MODE, { width: 150 }),
  count('productCount', { width: 110 }),
  money('dueThisMonthCents', { sortable: true, width: 150 }),
  text('contactEmail', { width: 170 }),
  flag('isCallbackPassed', { width: 140 }),
  time('lastCallbackAt', { sortable: true }),
  flag('hasKey', { width: 90 }),
  text('merchantName', { width: 160 }),
  flag('hasWaitingChange', { width: 140 }),
]);

export interface PlatformValues extends Record<string, unknown> {
  readonly platformCode: string;
  readonly platformName: string;
  readonly merchantNo: string | null;
  readonly settlementMode: Form['settlementMode'];
  readonly licenceNo: string;
  readonly licenceExpiresOn: string | null;
  readonly baseUrl: string;
  readonly callbackUrl: string;
  readonly logo: AttachedFile | null;
  /** Typed with commas or spaces between. */
  readonly ipAllowList: string;
  readonly contactEmail: string;
  readonly reason: string;
}

export const platformValues = (row: PlatformRow | null): PlatformValues => ({
  platformCode: row?.platformCode ?? '',
  platformName: row?.platformName ?? '',
  merchantNo: row?.merchantNo ?? null,
  settlementMode: row?.settlementMode ?? 'CPA',
  licenceNo: row?.licenceNo ?? '',
  licenceExpiresOn: row?.licenceExpiresOn ?? null,
  baseUrl: row?.baseUrl ?? 'https://',
  callbackUrl: row?.callbackUrl ?? 'https://',
  ipAllowList: row?.ipAllowList.join(', ') ?? '',
  logo: row?.logo ?? null,
  // Masked: typed again.
  contactEmail: '',
  reason: '',
});

export function platformRequest(row: PlatformRow | null, values: PlatformValues) {
  const { reason, merchantNo, licenceExpiresOn, ipAllowList, logo, ...form } = values;
  return {
    ...(row && { version: row.version }),
    form: {
      ...form,
      platformCode: row?.platformCode ?? form.platformCode,
      merchantNo: merchantNo ?? '',
      logo: logo && { attachId: logo.attachId, fileName: logo.fileName },
      licenceExpiresOn: licenceExpiresOn ?? '',
      ipAllowList: ipAllowList.split(/[\s,;]+/).filter((part) => part !== ''),
    },
    reason,
  };
}
