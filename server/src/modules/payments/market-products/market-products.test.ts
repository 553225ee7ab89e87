import { change, marketProduct } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { seedPartners } from '../../../seed/partners.ts';
import { isOurs } from '../../platform/outside/index.ts';
import { answers } from './check-link.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let elsewhere: Person;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await seedPartners(db, new Date());
  const { merchantNo } = await db.selectFrom('partnerPlatform').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  const codes = ['product:save', 'product:onShelf', 'product:offShelf', 'config:audit'].map(
    (one) => `supermarket:${one}`,
  );
  const pages = ['/AdminContent/LoanSupermarketSystem/LoanSupermarketProductManagement'];
  for (const name of ['mp.maker', 'mp.checker', 'mp.elsewhere']) {
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    if (name !== 'mp.elsewhere') await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
  }
  [maker, checker, elsewhere] = [await as(app, 'mp.maker'), await as(app, 'mp.checker'), await as(app, 'mp.elsewhere')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const FORM = {
  platformCode: 'PesaNow',
  productName: 'PesaNow Salary',
  minAmountCents: 100_000,
  maxAmountCents: 900_000,
  minTermDays: 7,
  maxTermDays: 30,
  annualRateBps: 12_000,
  feesText: 'None',
  applyUrl: 'https://apply.pesanow.example/salary',
  billingMode: 'CPA',
  unitPriceCents: 20_000,
  shareBps: null,
  dailyApplyCap: -1,
  sort: 5,
  vipLevelNo: null,
};
const save = async (form: object, more: object = {}, who = maker) =>
  (await who.post(marketProduct.save.path, { form: { ...FORM, ...form }, ...more })).data;
const rowOf = async (marketProductNo: string) =>
  (await maker.post(marketProduct.page.path, listOf({ marketProductNo }))).data.rows[0];

it('is drafted, put on the shelf by two and taken off by one', async () => {
  expect((await maker.post(marketProduct.save.path, { form: { ...FORM, maxAmountCents: 1 } })).status).toBe(400);
  expect((await maker.post(marketProduct.save.path, { form: { ...FORM, applyUrl: 'http://a.b' } })).status).toBe(400);
  expect((await save({}, {}, elsewhere)).error).toBe('REFERENCE_UNKNOWN');
  const { marketProductNo, productStatus } = await save({});
  expect(productStatus).toBe('DRAFT');
  const reason = 'Licence seen';
  const asked = (await maker.post(marketProduct.onShelf.path, { marketProductNo, reason })).data;
  expect(asked).toMatchObject({ changeNo: expect.any(String) });
  const { approve } = change.changeFamilies.marketProduct;
  expect((await maker.post(approve.path, { changeNo: asked.changeNo })).data.error).toBe('CHANGE_OWN');
  expect((await rowOf(marketProductNo)).allowedActions).toEqual(['checkLink']);
  expect((await checker.post(approve.path, { changeNo: asked.changeNo })).code).toBe(0);
  const shelved = await rowOf(marketProductNo);
  expect(shelved).toMatchObject({ productStatus: 'ON_SHELF', allowedActions: ['offShelf', 'checkLink'] });
  const { version } = shelved;
  expect((await save({ sort: 6 }, { marketProductNo, version })).error).toBe('ILLEGAL_TRANSITION');
  expect((await maker.post(marketProduct.offShelf.path, { marketProductNo, reason })).data.productStatus).toBe(
    'OFF_SHELF',
  );
  expect((await save({ sort: 6 }, { marketProductNo, version })).error).toBe('STALE');
  expect((await save({ sort: 6 }, { marketProductNo, version: version + 1 })).productStatus).toBe('OFF_SHELF');
  const { history } = (await maker.get(`marketProduct/${marketProductNo}`)).data;
  expect(history.map((one: { action: string }) => one.action)).toEqual([
    'marketProduct.update',
    'marketProduct.offShelf',
    'marketProduct.onShelf',
    'marketProduct.save',
  ]);
});

it('does not go on the shelf with a broken link or a disabled partner', async () => {
  const { marketProductNo } = await save({ productName: 'No answer' });
  const { db } = app.database;
  const ask = async () => (await maker.post(marketProduct.onShelf.path, { marketProductNo, reason: 'Try' })).data.error;
  await db
    .updateTable('partnerProduct')
    .set({ linkHealth: 'BROKEN' })
    .where('marketProductNo', '=', marketProductNo)
    .execute();
  expect(await ask()).toBe('LINK_BROKEN');
  await db.updateTable('partnerPlatform').set({ isEnabled: false }).where('platformCode', '=', 'PesaNow').execute();
  expect(await ask()).toBe('PARTNER_DISABLED');
});

it('opens no address of our own network', async () => {
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '192.168.1.1',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ]) {
    expect(isOurs(address), address).toBe(true);
  }
  expect(isOurs('8.8.8.8')).toBe(false);
  expect(await answers('https://127.0.0.1/')).toBe(false);
  expect(await answers('https://localhost/')).toBe(false);
});
