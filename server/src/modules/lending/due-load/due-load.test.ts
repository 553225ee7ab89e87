import { maturity } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { lend, type LentLoan, makeProduct } from '../orders/testing/lend.ts';

let app: TestApp;
let reader: Person;
let elsewhere: Person;
let loan: LentLoan;
let productNo: string;
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const pages = ['/AdminContent/MerchantSystem/MaturityConfigManagement'];
  const { userNo: maker } = await addPerson(app.database, 'load.reader', { pages });
  const { userNo: checker } = await addPerson(app.database, 'load.elsewhere', { pages });
  // Of the loans that the seed lent nothing is reckoned.
  await db
    .updateTable('loanOrder')
    .set({ lendingTime: new Date('2026-01-05T08:00:00Z') })
    .execute();
  productNo = await makeProduct(db, { termDays: 14 });
  loan = await lend(db, { productNo, approvedCents: 500_000, maker, checker });
  await db.insertInto('userMerchant').values({ userNo: maker, merchantNo: loan.merchantNo }).execute();
  [reader, elsewhere] = [await as(app, 'load.reader'), await as(app, 'load.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('shows what falls due a day by the rule being written, beside those in force', async () => {
  const value: maturity.MaturityRule = {
    ruleName: 'Pay day',
    productNos: [productNo],
    termDays: [],
    countFrom: 'NEXT_DAY',
    rollRule: 'NONE',
    paydayAlign: 0,
    dueCutoff: '23:59',
    graceDays: 0,
    reminderDays: [-3],
  };
  const { merchantNo } = loan;
  const ask = async (more: object = {}) =>
    await reader.call(maturity.dueLoad, { merchantNo, value: { ...value, ...more } });
  const { loans, days } = await ask();
  expect(loans).toBe(1);
  expect(days).toHaveLength(45);
  // Lent today: as if lent 30 days from now, due 14 days later, and a day later by the rule.
  const filled = days.filter(({ currentCents, draftCents }) => currentCents + draftCents > 0);
  expect(filled.map(({ day }) => day)).toEqual([addDays(today, 44)]);
  expect(filled[0]?.currentCents).toBeGreaterThanOrEqual(500_000);
  expect(filled[0]?.draftCents).toBe(0);
  const same = await ask({ countFrom: 'DISBURSEMENT_DAY' });
  expect(same.days.at(-1)).toMatchObject({ draftCents: filled[0]?.currentCents });
  // A rule of other products moves nothing of this one.
  const others = await ask({ productNos: ['P-OTHER'] });
  expect(others.days.at(-1)?.draftCents).toBe(filled[0]?.currentCents);
  const refused = await elsewhere.refusalOf(maturity.dueLoad, { merchantNo, value });
  expect(refused).toMatchObject({ error: 'REFERENCE_UNKNOWN', fields: ['merchantNo'] });
});
