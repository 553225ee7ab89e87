import type { testUser, verificationCode } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  merchantOptions,
  number,
  oneOf,
  status,
  text,
  time,
  type CodesOf,
} from '@kituo/sdk/page';
import { MOBILE_NETWORK } from '../sms/sms-codes.ts';

export type CodeRow = verificationCode.VerificationCodeRow;
export type TestUserRow = testUser.TestUserRow;

const CODE_PURPOSE = defineDictionary<CodesOf<typeof verificationCode.codePurpose>>('CODE_PURPOSE', {
  REGISTER: 'waiting',
  LOGIN: 'waiting',
  BIND_CARD: 'waiting',
  STAFF_LOGIN: 'waiting',
});
const VERIFICATION_CODE_STATUS = defineDictionary<CodesOf<typeof verificationCode.verificationCodeStatus>>(
  'VERIFICATION_CODE_STATUS',
  { VALID: 'good', EXPIRED: 'waiting' },
);
const CODE_DELIVERY_STATUS = defineDictionary<CodesOf<typeof verificationCode.codeDeliveryStatus>>(
  'CODE_DELIVERY_STATUS',
  { QUEUED: 'waiting', SENT: 'active', DELIVERED: 'good', FAILED: 'failed', REFUSED: 'waiting', UNKNOWN: 'attention' },
);
const CODE_CHANNEL = defineDictionary<CodesOf<typeof verificationCode.codeChannel>>('CODE_CHANNEL', {
  SMS: 'waiting',
  EMAIL: 'waiting',
});
const TEST_USER_STATUS = defineDictionary<CodesOf<typeof testUser.testUserStatus>>('TEST_USER_STATUS', {
  VALID: 'good',
  EXPIRED: 'waiting',
});

export const codeFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  codePurpose: oneOf(CODE_PURPOSE),
  status: oneOf(VERIFICATION_CODE_STATUS),
  deliveryStatus: oneOf(CODE_DELIVERY_STATUS),
  accountCode: containing(),
  sentAt: dateRange(),
});
export const codeColumns = defineColumns<CodeRow>([
  text('phone', { width: 150 }),
  status('codePurpose', CODE_PURPOSE, { width: 120 }),
  text('code', { width: 90 }),
  time('sentAt', { sortable: true }),
  time('expiresAt'),
  status('channel', CODE_CHANNEL, { width: 90 }),
  text('accountName', { width: 140 }),
  status('network', MOBILE_NETWORK, { width: 110 }),
  status('deliveryStatus', CODE_DELIVERY_STATUS, { width: 110 }),
  count('attempts', { sortable: true, width: 110 }),
  status('status', VERIFICATION_CODE_STATUS, { width: 100 }),
  text('merchantName', { width: 160 }),
  number('codeNo', { width: 130 }),
]);

export const testUserFilters = defineFilters({
  phone: containing({ isPersonal: true, example: '254712345678' }),
  merchantNo: oneOf(merchantOptions),
  testUserStatus: oneOf(TEST_USER_STATUS),
});
export const testUserColumns = defineColumns<TestUserRow>([
  text('phone', { reveal: { kind: 'testUser.phone', by: 'testUserNo' }, width: 150, mask: 'phone' }),
  text('merchantName', { width: 170 }),
  time('expiresAt', { sortable: true }),
  status('testUserStatus', TEST_USER_STATUS, { width: 110 }),
  text('remark', { width: 220 }),
  text('updatedByName', { width: 150 }),
  time('updatedAt', { sortable: true }),
  number('testUserNo', { width: 130 }),
]);

export interface TestUserValues extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly phone: string;
  readonly fixedCode: string;
  readonly expiresAt: string | null;
  readonly remark: string;
  readonly reason: string;
}

export const testUserValues = (row: TestUserRow | null): TestUserValues => ({
  merchantNo: row?.merchantNo ?? null,
  // Masked in the row: typed again.
  phone: '',
  fixedCode: '',
  expiresAt: row?.expiresAt ?? null,
  remark: row?.remark ?? '',
  reason: '',
});

export function testUserRequest(row: TestUserRow | null, values: TestUserValues) {
  const { merchantNo, expiresAt, remark, ...rest } = values;
  return {
    ...rest,
    ...(row && { testUserNo: row.testUserNo, version: row.version }),
    merchantNo: merchantNo ?? '',
    expiresAt: expiresAt ?? '',
    remark: remark.trim() === '' ? null : remark,
  };
}
