import { expect, it } from 'vitest';
import type { Caller } from '../../../http/implement.ts';
import type { Queryable } from '../../../db/database.ts';
import { chargeVouchers } from './vouchers.ts';

const PAGE = '/admincontent/chargetoanaccountsystem/cashtransferaudit';
const person = (pages: readonly string[], scope: Caller['scope']): Caller => ({
  userNo: 'U1',
  userName: 'a',
  realName: 'A',
  sessionId: 'S1',
  codes: new Set(),
  pages: new Set(pages),
  scope,
  isMasked: false,
  maskedFields: new Set(),
  roleNos: [],
  masks: {},
  rightsEpoch: 0,
  mustUpdatePassword: false,
});
// It asks the caller alone.
const db = {} as Queryable;
const sees = async (caller: Caller) => await chargeVouchers.sees(db, caller, 'M0001');

it('shows certificates to those who hold a page of the section and see the merchant', async () => {
  expect(await sees(person([PAGE], 'all'))).toBe(true);
  expect(await sees(person([PAGE], { merchantNos: ['M0001'] }))).toBe(true);
  expect(await sees(person([PAGE], { merchantNos: ['M0002'] }))).toBe(false);
  expect(await sees(person(['/admincontent/home'], 'all'))).toBe(false);
});
