import { FOLLOW_STATUS, WILLINGNESS } from '@kituo/sdk/calls';
import { type abandonedList, callList, callOption } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  money,
  number,
  oneOf,
  peopleOptions,
  remoteOptions,
  status,
  text,
  time,
  yesNo,
} from '@kituo/sdk/page';

export type EntryRow = callList.EntryRow;
export type AbandonedRow = abandonedList.AbandonedRow;

export const MARKETING_LIST_STATUS = defineDictionary<CodesOf<typeof callList.marketingListStatus>>(
  'MARKETING_LIST_STATUS',
  { POOL: 'waiting', ASSIGNED: 'active', CONVERTED: 'good' },
);
export const CUSTOMER_STATUS_GROUP = defineDictionary<CodesOf<typeof callList.customerStatus>>(
  'CUSTOMER_STATUS_GROUP',
  { '0': 'waiting', '1': 'good', '2': 'waiting', '3': 'failed', '4': 'attention' },
);
export const ABANDON_REASON = defineDictionary<CodesOf<typeof callList.abandonReason>>('ABANDON_REASON', {
  UNWILLING: 'failed',
  NUMBER_FAULT: 'failed',
  MAX_ATTEMPTS: 'waiting',
  EXPIRED: 'waiting',
  OPTED_OUT: 'failed',
  BLACKLISTED: 'failed',
  MANUAL: 'waiting',
});
export const listTypes = remoteOptions(callOption.listTypes, (all) => all);
export const targets = remoteOptions(callOption.targets, (all) => all);
export const scriptTags = remoteOptions(callOption.scriptTags, (all) => all);
export const telemarketers = peopleOptions(callList.tree, (tree) =>
  tree.map(({ deptName, telemarketerTreeResDto }) => ({ deptName, people: telemarketerTreeResDto })),
);

export const entryColumns = defineColumns<EntryRow>([
  text('phone', { mask: 'phone', width: 130 }),
  status('listStatus', MARKETING_LIST_STATUS, { width: 125 }),
  number('batchNo', { width: 120 }),
  text('listTypeName', { width: 150 }),
  text('marketingTargetName', { width: 130 }),
  status('followStatus', FOLLOW_STATUS, { width: 140 }),
  status('customerStatus', CUSTOMER_STATUS_GROUP, { width: 140 }),
  status('willingness', WILLINGNESS, { width: 130 }),
  text('recommendedProductName', { width: 150 }),
  money('recommendedAmountCents'),
  text('telemarketerName', { width: 150 }),
  count('callCount', { width: 80 }),
  time('lastCallAt', { sortable: true, width: 165 }),
  time('nextCallAt', { sortable: true, width: 165 }),
  time('expireAt', { sortable: true, width: 165 }),
  text('merchantName', { width: 150, hidden: true }),
  text('userGroupNo', { width: 120, hidden: true }),
  number('entryId', { width: 130, hidden: true }),
  time('createdAt', { sortable: true, width: 165, hidden: true }),
]);
export const entryFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  listStatus: oneOf(MARKETING_LIST_STATUS),
  callableNow: yesNo(),
  batchNo: containing({ example: 'LB00000123' }),
  listType: oneOf(listTypes),
  marketingTarget: oneOf(targets),
  followStatus: oneOf(FOLLOW_STATUS),
  customerStatus: oneOf(CUSTOMER_STATUS_GROUP),
  willingness: oneOf(WILLINGNESS),
  recommendedProductNo: containing(),
  userGroupNo: containing(),
  telemarketerUserNo: oneOf(telemarketers),
  merchantNo: oneOf(merchantOptions),
  createdAt: dateRange(),
});

export const abandonedColumns = defineColumns<AbandonedRow>([
  text('phone', { reveal: { kind: 'abandonedEntry.phone', by: 'entryId' }, mask: 'phone', width: 130 }),
  status('abandonReason', ABANDON_REASON, { width: 150 }),
  number('batchNo', { width: 120 }),
  text('listTypeName', { width: 150 }),
  text('marketingTargetName', { width: 130 }),
  status('customerStatus', CUSTOMER_STATUS_GROUP, { width: 140 }),
  status('willingness', WILLINGNESS, { width: 130 }),
  count('callCount', { width: 80 }),
  count('recycleCount', { width: 100 }),
  time('recyclableAt', { sortable: true, width: 165 }),
  text('lastTelemarketerName', { width: 150 }),
  text('abandonedByName', { width: 150 }),
  time('abandonedAt', { sortable: true, width: 165 }),
  text('merchantName', { width: 150, hidden: true }),
  number('entryId', { width: 130, hidden: true }),
]);
export const abandonedFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  abandonReason: oneOf(ABANDON_REASON),
  recyclable: yesNo(),
  batchNo: containing({ example: 'LB00000123' }),
  listType: oneOf(listTypes),
  marketingTarget: oneOf(targets),
  customerStatus: oneOf(CUSTOMER_STATUS_GROUP),
  lastTelemarketerUserNo: oneOf(telemarketers),
  merchantNo: oneOf(merchantOptions),
  abandonedAt: dateRange(),
});
