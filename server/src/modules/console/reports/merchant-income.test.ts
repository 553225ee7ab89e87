import { financialReport } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { chargeMerchant, decideReversal, requestReversal } from '../../payments/prepaid/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

const today = businessDateOf(new Date());
let app: TestApp;
let lead: Person;
let merchantNo: string;
let people: { maker: string; checker: string };
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  const add = async (name: string) => {
    const { userNo } = await addPerson(app.database, name, { pages: ['/AdminContent/ReportSystem/FinancialReport'] });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return userNo;
  };
  people = { maker: await add('income.maker'), checker: await add('income.checker') };
  lead = await as(app, 'income.maker');
  await db
    .insertInto('merchantPrepaid')
    .values({ merchantNo, creditLineCents: 10_000_00 })
    .onConflict((conflict) => conflict.column('merchantNo').doUpdateSet({ creditLineCents: 10_000_00 }))
    .execute();
});
afterAll(async () => await app[Symbol.asyncDispose]());

it('counts what merchants are charged as merchant income, and no more what is reversed', async () => {
  const { db } = app.database;
  const income = async () => {
    const filters = { period: { from: today, to: today }, dimension: 'MERCHANT' as const };
    const { rows } = await lead.call(financialReport.query, { filters, page: 1, pageSize: 100, sort: null });
    return rows[0]?.figures['merchantIncomeCents'] ?? 0;
  };
  const before = await income();
  const at = new Date();
  const use = {
    merchantNo,
    consumptionType: 'DATA_QUERY',
    causeNo: 'INCOME1',
    quantity: 2,
    unitPriceCents: 15_00,
    at,
  } as const;
  const recordNo = (await db.transaction().execute((tx) => chargeMerchant(tx, use))) ?? '';
  expect(await income()).toBe(before + 30_00);
  const scope = 'all' as const;
  const asked = { reason: 'WRONG', remark: 'Charged for a test', userNo: people.maker, scope, at };
  await db.transaction().execute((tx) => requestReversal(tx, recordNo, asked));
  const decision = { isApproved: true, userNo: people.checker, scope, remark: null, at };
  await db.transaction().execute((tx) => decideReversal(tx, recordNo, decision));
  expect(await income()).toBe(before);
});
