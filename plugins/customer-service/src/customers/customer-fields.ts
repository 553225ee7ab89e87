import { type contactRight, type customerCredit, customerManage } from '@kituo/sdk/contracts';
import {
  type CodesOf,
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  flag,
  merchantOptions,
  money,
  number,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
} from '@kituo/sdk/page';

export type CustomerRow = customerManage.CustomerRow;
type Limit = (typeof customerCredit.creditLimit)['shape'];

const CREDIT_TYPE = defineDictionary<CodesOf<Limit['creditType']>>('CREDIT_TYPE', {
  PRE_APPROVAL: 'waiting',
  REVOLVING: 'active',
});
const CREDIT_STATUS = defineDictionary<CodesOf<Limit['creditStatus']>>('CREDIT_STATUS', {
  GRANTING: 'waiting',
  GRANTED: 'good',
  EXPIRED: 'failed',
});
const CUSTOMER_DATA_STATUS = defineDictionary<CodesOf<typeof customerManage.dataStatus>>('CUSTOMER_DATA_STATUS', {
  VALID: 'good',
  EXPIRED: 'attention',
});
const CUSTOMER_ACCOUNT_STATUS = defineDictionary<CodesOf<typeof customerManage.accountStatus>>(
  'CUSTOMER_ACCOUNT_STATUS',
  { OPEN: 'good', CLOSE_PENDING: 'attention', CLOSED: 'waiting' },
);
export const CUSTOMER_DATA_KIND = defineDictionary<CodesOf<typeof customerManage.dataKind>>('CUSTOMER_DATA_KIND', {
  IDENTITY: 'waiting',
  CONTACTS: 'waiting',
  EMPLOYMENT: 'waiting',
  BANK: 'waiting',
  DEVICE: 'waiting',
});
export type BlockKind = contactRight.BlockKind;

export const customerColumns = defineColumns<CustomerRow>([
  number('customerNo', { width: 130 }),
  text('customerName', { mask: 'text', width: 160 }),
  text('phone', { mask: 'phone', width: 130 }),
  text('idCardNo', { width: 120 }),
  text('appName', { width: 150 }),
  status('accountStatus', CUSTOMER_ACCOUNT_STATUS, { width: 110 }),
  status('dataStatus', CUSTOMER_DATA_STATUS, { width: 110 }),
  count('liveOrderCount', { width: 110 }),
  count('vipLevelNo', { width: 90 }),
  flag('hasHotlinePriority', { width: 110 }),
  flag('isBlacklisted', { width: 110 }),
  status('creditStatus', CREDIT_STATUS, { width: 110 }),
  money('creditLimitCents'),
  money('creditRemainingCents'),
  status('creditType', CREDIT_TYPE, { width: 120 }),
  time('creditExpireAt', { width: 165, hidden: true }),
  flag('isAdjustable', { width: 110, hidden: true }),
  time('dataExpireAt', { width: 165, hidden: true }),
  time('registeredAt', { sortable: true, width: 165 }),
  text('registerChannel', { width: 130, hidden: true }),
  time('lastLoginAt', { width: 165 }),
]);
/** By which customers register: of the dictionary, and those bought for the reader's merchants. */
export const REGISTER_CHANNELS = remoteOptions(customerManage.channels, (all) =>
  all.map(({ code, label }) => ({ value: code, label })),
);
export const customerFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  customerNo: containing({ example: 'C000000123' }),
  idCardNo: containing({ isPersonal: true, example: '23456789' }),
  customerName: containing({ isPersonal: true }),
  merchantNo: oneOf(merchantOptions),
  accountStatus: oneOf(CUSTOMER_ACCOUNT_STATUS),
  dataStatus: oneOf(CUSTOMER_DATA_STATUS),
  creditStatus: oneOf(CREDIT_STATUS),
  registerChannel: oneOf(REGISTER_CHANNELS),
  registeredAt: dateRange(),
});
