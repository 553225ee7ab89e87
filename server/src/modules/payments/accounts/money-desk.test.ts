import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let finance: Person;
let disburser: Person;
let repayer: Person;

beforeAll(async () => {
  app = await createTestApp({ content: 'lending' });
  finance = await as(app, 'finance');
  disburser = await as(app, 'disburser');
  repayer = await as(app, 'repayer');
});
afterAll(() => app[Symbol.asyncDispose]());

it('each list of the money desk is read by a demo person, by every filter of its page', async () => {
  const lists: readonly (readonly [Person, string, Readonly<Record<string, unknown>>])[] = [
    [disburser, 'payManage/page', {}],
    [disburser, 'payManage/page', { payoutStatus: 'FAILURE' }],
    [disburser, 'payManage/page', { payoutStatus: 'UNKNOWN', holdReason: 'LIMIT_REACHED', failCode: '1' }],
    [
      disburser,
      'payManage/page',
      { phone: '254712345678', idCardNo: '12345678', disbursementCode: 'X', merchantNo: 'M0001' },
    ],
    [
      disburser,
      'payManage/page',
      { payoutType: 'BANK', lendingChannel: 'MPESA_B2C', lendingTime: { from: '2026-01-01' } },
    ],
    [
      finance,
      'loan-bank/page',
      { loanerName: 'kit', merchantNo: 'M0001', bankCode: 'MPESA', enabled: true, lendingChannel: 'MPESA_B2C' },
    ],
    [
      finance,
      'loansRepayBankMent/page',
      { paymentChannel: 'MPESA', merchantNo: 'M0001', unmatchedOver: { from: 0 }, enabled: true },
    ],
    [finance, 'balanceManage/page', { paymentCompany: 'MPESA' }],
    [
      finance,
      'balanceManage/page',
      { onlyDifferent: true, belowLowWater: true, entryDate: { from: '2026-01-01' }, bankCode: 'X' },
    ],
    [
      repayer,
      'rePayManage/flow/page',
      { amountCents: { from: 1 }, repayTime: { from: '2026-01-01', to: '2027-01-01' } },
    ],
    [repayer, 'rePayManage/flow/page', { source: 'CALLBACK', phone: '254712345678', ownerUserNo: 'U000004' }],
    [repayer, 'rePayManage/flow/unmatched/page', {}],
    [repayer, 'rePayManage/flow/draft/page', {}],
    [disburser, 'wallet/withdrawal/page', { withdrawStatus: 'FAILED', amountCents: { to: 5 }, customerName: 'a' }],
    [disburser, 'wallet/reward/page', { rewardType: 'ON_TIME', customerName: 'a', amountCents: { from: 1 } }],
  ];
  for (const [person, path, filters] of lists) {
    const reply = await person.post(path, listOf(filters));
    expect(reply.code, `${path} ${JSON.stringify(filters)} ${JSON.stringify(reply).slice(0, 300)}`).toBe(0);
  }
  const orders = await disburser.post('payManage/page', listOf({}));
  expect(orders.data.rows.length).toBeGreaterThan(5);
});
