import { FOLLOW_STATUS, WILLINGNESS } from '@kituo/sdk/calls';
import { notLoggedList } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  dictionaryOptions,
  LOAN_TYPE,
  merchantOptions,
  money,
  number,
  oneOf,
  peopleOptions,
  status,
  text,
  time,
} from '@kituo/sdk/page';

export type NotLoggedRow = notLoggedList.NotLoggedRow;

const NOT_LOGGED_TYPE = defineDictionary<CodesOf<typeof notLoggedList.notLoggedType>>('NOT_LOGGED_TYPE', {
  NEVER_LOGGED_IN: 'waiting',
  DORMANT: 'waiting',
  UNFINISHED_APPLICATION: 'attention',
});
const NOT_LOGGED_STATUS = defineDictionary<CodesOf<typeof notLoggedList.notLoggedStatus>>('NOT_LOGGED_STATUS', {
  POOL: 'waiting',
  ASSIGNED: 'active',
  SELF_RETURNED: 'good',
  DONE: 'good',
});
export const notLoggedTypes = dictionaryOptions('NOT_LOGGED_TYPE');
export const agents = peopleOptions(notLoggedList.tree, (tree) =>
  tree.map(({ deptName, callPersonTreeResDtoList }) => ({ deptName, people: callPersonTreeResDtoList })),
);

export const notLoggedColumns = defineColumns<NotLoggedRow>([
  text('phone', { mask: 'phone', width: 130 }),
  text('customerName', { width: 150 }),
  status('listStatus', NOT_LOGGED_STATUS, { width: 130 }),
  status('listType', NOT_LOGGED_TYPE, { width: 170 }),
  text('appName', { width: 120 }),
  time('registeredAt', { width: 165 }),
  time('lastLoginAt', { sortable: true, width: 165 }),
  count('notLoggedDays', { width: 110 }),
  status('loanType', LOAN_TYPE, { width: 110 }),
  money('creditRemainingCents', { width: 150 }),
  status('followStatus', FOLLOW_STATUS, { width: 120 }),
  status('willingness', WILLINGNESS, { width: 130 }),
  text('callPersonName', { width: 150 }),
  count('callCount', { width: 80 }),
  time('nextCallAt', { sortable: true, width: 165 }),
  number('batchNo', { width: 120, hidden: true }),
  text('merchantName', { width: 150, hidden: true }),
  time('createdAt', { sortable: true, width: 165, hidden: true }),
]);
export const notLoggedFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  listStatus: oneOf(NOT_LOGGED_STATUS),
  listType: oneOf(NOT_LOGGED_TYPE),
  notLoggedDays: containing({ example: '30-90' }),
  batchNo: containing({ example: 'LB00000123' }),
  appName: containing(),
  followStatus: oneOf(FOLLOW_STATUS),
  willingness: oneOf(WILLINGNESS),
  callPersonUserNo: oneOf(agents),
  merchantNo: oneOf(merchantOptions),
  createdAt: dateRange(),
  registeredAt: dateRange(),
});
