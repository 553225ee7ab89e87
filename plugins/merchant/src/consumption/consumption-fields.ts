import type { prepaid } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  dictionaryOptions,
  merchantOptions,
  money,
  moneyRange,
  number,
  oneOf,
  status,
  text,
  time,
} from '@kituo/sdk/page';
import { CONSUMPTION_STATUS, CONSUMPTION_TYPE } from '../parts/codes.ts';

export type ConsumptionRow = prepaid.ConsumptionRow;
export const reverseReasons = dictionaryOptions('CONSUMPTION_REVERSAL_REASON');

export const consumptionFilters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  consumptionType: oneOf(CONSUMPTION_TYPE),
  consumedAt: dateRange(),
  consumptionStatus: oneOf(CONSUMPTION_STATUS),
  recordNo: containing({ example: 'CM000000001' }),
  orderNo: containing({ example: 'LO0000012345' }),
  amountCents: moneyRange(),
});
export const consumptionColumns = defineColumns<ConsumptionRow>([
  number('recordNo', { width: 130 }),
  text('merchantName', { width: 170 }),
  status('consumptionType', CONSUMPTION_TYPE, { width: 140 }),
  count('quantity', { width: 90 }),
  money('unitPriceCents', { width: 120 }),
  money('amountCents', { sortable: true, width: 130 }),
  money('balanceAfterCents', { width: 150 }),
  status('consumptionStatus', CONSUMPTION_STATUS, { width: 190 }),
  number('orderNo', { width: 150 }),
  text('phone', { mask: 'phone', reveal: { kind: 'consumption.phone', by: 'recordNo' }, width: 130 }),
  time('consumedAt', { sortable: true, width: 165 }),
]);
/** What the drawer and the dialog of a decision say beside that. */
export const reversalColumns = defineColumns<ConsumptionRow>([
  ...consumptionColumns,
  text('applicantName'),
  text('reverseRemark'),
  text('auditorName'),
  text('auditRemark'),
]);
