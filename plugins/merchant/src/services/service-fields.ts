import type { merchantService } from '@kituo/sdk/contracts';
import {
  containing,
  defineColumns,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  several,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';
import { MERCHANT_BILLING, MERCHANT_STATUS } from '../parts/codes.ts';

export type ServiceRow = merchantService.ServiceRow;

export const serviceFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  serviceStatus: oneOf(MERCHANT_STATUS),
  isBelowAlarm: yesNo(),
  merchantName: containing(),
  companyCode: containing(),
  billingModel: oneOf(MERCHANT_BILLING),
});

/** The words of services come from the page: a column knows no language. */
export const serviceColumns = (serviceWord: (service: string) => string) =>
  defineColumns<ServiceRow>([
    text('merchantName', { sortable: true, width: 180 }),
    // Beside the name, and the filter of the same field, it is its number.
    { ...number<ServiceRow>('merchantNo', { width: 140 }), key: 'merchantNumber' },
    status('serviceStatus', MERCHANT_STATUS, { width: 110 }),
    text('companyName', { width: 170 }),
    several('services', ({ services }) => services.map(serviceWord), { width: 190 }),
    status('billingModel', MERCHANT_BILLING, { width: 110 }),
    money('balanceCents', { sortable: true, width: 140 }),
    money('creditLineCents', { width: 130 }),
    money('alarmAtCents', { width: 120 }),
    flag('isBelowAlarm', { width: 120 }),
    text('maturityName', { width: 150 }),
    money('consumedTodayCents', { width: 150 }),
    text('contactPhone', {
      mask: 'phone',
      reveal: { kind: 'merchantService.contactPhone', by: 'merchantNo' },
      width: 130,
    }),
    flag('isCallbackPassed', { width: 140 }),
    time('callbackFailingSince', { width: 165 }),
    time('lastCallAt', { sortable: true, width: 165 }),
  ]);
