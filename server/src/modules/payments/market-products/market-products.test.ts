import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { change, file, home, job, marketProduct } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { seedPartners } from '../../../seed/partners.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { isOurs } from '../../platform/outside/index.ts';
import { answers, checkLinks } from './check-link.ts';
import { pageOf } from './fetched-page.ts';
import { pictureOf } from './page-picture.ts';

let app: TestApp;
let stop: () => Promise<void>;
let maker: Person;
let checker: Person;
let elsewhere: Person;
let ofMerchant: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  const { db } = app.database;
  await seedPartners(db, new Date());
  const { merchantNo } = await db.selectFrom('partnerPlatform').select('merchantNo').limit(1).executeTakeFirstOrThrow();
  ofMerchant = merchantNo;
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
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const FORM = {
  platformCode: 'PesaNow',
  productName: 'PesaNow Salary',
  otherNames: {},
  logo: null,
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
  (await who.post(marketProduct.save, { form: { ...FORM, ...form }, ...more })).data;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const uploadTo = async (subjectNo: string) => {
  const bytes = Buffer.from(PNG, 'base64');
  const md5 = createHash('md5').update(bytes).digest('hex');
  const content = bytes.toString('base64');
  const attached = { fileName: 'logo.png', subjectType: 'marketProduct', subjectNo, content, md5 };
  return (await maker.post(file.uploadAttach, attached)).data;
};
/** Its address was looked at and answers. */
const answered = async (marketProductNo: string) =>
  await app.database.db
    .updateTable('partnerProduct')
    .set({ linkHealth: 'HEALTHY', linkCheckedAt: new Date() })
    .where('marketProductNo', '=', marketProductNo)
    .execute();
const rowOf = async (marketProductNo: string) =>
  (await maker.post(marketProduct.page, listOf({ marketProductNo }))).data.rows[0];

it('is read as customers read it, in their language, with what hides it', async () => {
  const { marketProductNo } = await save({ otherNames: { sw: 'PesaNow Mshahara' }, vipLevelNo: 2 });
  const preview = async (language?: string, who = maker) =>
    (await who.post(marketProduct.preview, { marketProductNo, ...(language !== undefined && { language }) })).data;
  expect(await preview('sw')).toMatchObject({
    card: { productName: 'PesaNow Mshahara', platformName: expect.any(String), vipLevelNo: 2, approvalPercent: null },
    hidden: 'OFF_SHELF',
  });
  expect((await preview()).card.productName).toBe('PesaNow Salary');
  // Its level says that it opens it, to those who see the merchant.
  const opened = async (levelNo: number, who = maker) =>
    (await who.call(marketProduct.opened, { merchantNo: ofMerchant, levelNo })).map((one) => one.marketProductNo);
  expect(await opened(2)).toContain(marketProductNo);
  expect(await opened(1)).not.toContain(marketProductNo);
  expect(await opened(2, elsewhere)).toEqual([]);
  const { db } = app.database;
  const set = async (of: object) =>
    await db.updateTable('partnerProduct').set(of).where('marketProductNo', '=', marketProductNo).execute();
  await set({ productStatus: 'ON_SHELF', linkHealth: 'BROKEN' });
  expect((await preview()).hidden).toBe('LINK_BROKEN');
  // Customers of its level see it: what they do not see for their level is no fault of the product.
  await set({ linkHealth: 'HEALTHY' });
  expect((await preview()).hidden).toBeNull();
  await set({ dailyApplyCap: 0 });
  expect((await preview()).hidden).toBe('CAP');
  expect((await preview('en', elsewhere)).error).toBe('NOT_FOUND');
});

it('is drafted, put on the shelf by two and taken off by one', async () => {
  expect((await maker.post(marketProduct.save, { form: { ...FORM, maxAmountCents: 1 } })).status).toBe(400);
  expect((await maker.post(marketProduct.save, { form: { ...FORM, applyUrl: 'http://a.b' } })).status).toBe(400);
  expect((await save({}, {}, elsewhere)).error).toBe('REFERENCE_UNKNOWN');
  const { marketProductNo, productStatus } = await save({});
  expect(productStatus).toBe('DRAFT');
  const reason = 'Licence seen';
  expect((await maker.post(marketProduct.onShelf, { marketProductNo, reason })).data.error).toBe('LINK_BROKEN');
  await answered(marketProductNo);
  const asked = (await maker.post(marketProduct.onShelf, { marketProductNo, reason })).data;
  expect(asked).toMatchObject({ changeNo: expect.any(String) });
  const { approve } = change.changeFamilies.marketProduct;
  expect((await maker.post(approve.path, { changeNo: asked.changeNo })).data.error).toBe('CHANGE_OWN');
  expect((await rowOf(marketProductNo)).allowedActions).toEqual(['checkLink']);
  expect((await checker.post(approve.path, { changeNo: asked.changeNo })).code).toBe(0);
  const shelved = await rowOf(marketProductNo);
  expect(shelved).toMatchObject({ productStatus: 'ON_SHELF', allowedActions: ['offShelf', 'checkLink'] });
  const { version } = shelved;
  expect((await save({ sort: 6 }, { marketProductNo, version })).error).toBe('ILLEGAL_TRANSITION');
  expect((await maker.post(marketProduct.offShelf, { marketProductNo, reason })).data.productStatus).toBe('OFF_SHELF');
  expect((await save({ sort: 6 }, { marketProductNo, version })).error).toBe('STALE');
  expect((await save({ sort: 6 }, { marketProductNo, version: version + 1 })).productStatus).toBe('OFF_SHELF');
  const { history } = (await maker.get(marketProduct.detail, { marketProductNo })).data;
  expect(history.map((one: { action: string }) => one.action)).toEqual([
    'marketProduct.update',
    'marketProduct.offShelf',
    'marketProduct.onShelf',
    'marketProduct.save',
  ]);
});

it('shows its logo and its name in the language of the app, only while it is on the shelf', async () => {
  const upload = await uploadTo('PesaNow');
  expect((await uploadTo('Nobody')).error).toBe('REFERENCE_UNKNOWN');
  const logo = { attachId: upload.attachId, fileName: 'logo.png' };
  const strange = await save({ platformCode: 'Mkopo', billingMode: 'CPS', unitPriceCents: null, shareBps: 5, logo });
  expect(strange.fields).toMatchObject([{ field: 'form.logo' }]);
  const { marketProductNo } = await save({ otherNames: { sw: 'PesaNow Mshahara' }, logo });
  const open = async () => await checker.get(marketProduct.logo, { attachId: upload.attachId });
  expect((await open()).data.error).toBe('NOT_FOUND');
  await answered(marketProductNo);
  const { changeNo } = (await maker.post(marketProduct.onShelf, { marketProductNo, reason: 'Seen' })).data;
  await checker.post(change.changeFamilies.marketProduct.approve, { changeNo });
  expect((await open()).headers['content-type']).toBe('image/png');
  const { merchantNo } = await rowOf(marketProductNo);
  const inApp = async (asked: object = {}) =>
    (await checker.get(marketProduct.forApp, { merchantNo, ...asked })).data.find(
      (one) => one.marketProductNo === marketProductNo,
    );
  expect(await inApp({ language: 'sw' })).toMatchObject({
    productName: 'PesaNow Mshahara',
    logoUrl: `/api/hc/web/noAuth/app/marketLogo/${upload.attachId}`,
  });
  expect(found(await inApp()).productName).toBe('PesaNow Salary');
});

it('many change their place or leave the shelf as a job, on the terms of one', async () => {
  const draft = (await save({ productName: 'Batch' })).marketProductNo;
  const shelved = (await maker.post(marketProduct.page, listOf({ productStatus: 'ON_SHELF' }))).data.rows[0];
  const both = [draft, shelved.marketProductNo];
  const done = async (path: string, request: object) => {
    const { jobNo } = (await maker.post(path, { marketProductNos: both, ...request })).data;
    const read = async () => (await maker.call(job.detail, { jobNo })).finishedAt;
    await expect.poll(read, { timeout: 20_000 }).toEqual(expect.any(String));
    const { succeeded, failed } = await maker.call(job.detail, { jobNo });
    return [succeeded, failed];
  };
  expect(await done(marketProduct.batchPlace.path, { placement: { sort: 77 } })).toEqual([2, 0]);
  expect([(await rowOf(draft)).sort, (await rowOf(shelved.marketProductNo)).sort]).toEqual([77, 77]);
  // Who sees a product that customers see is approved with it.
  expect(await done(marketProduct.batchPlace.path, { placement: { vipLevelNo: 3 } })).toEqual([1, 1]);
  expect(await done(marketProduct.batchOffShelf.path, { reason: 'Season over' })).toEqual([1, 1]);
  expect((await rowOf(shelved.marketProductNo)).productStatus).toBe('OFF_SHELF');
  const nothing = { marketProductNos: both, placement: {} };
  expect((await maker.post(marketProduct.batchPlace, nothing)).status).toBe(400);
});

it('does not go on the shelf with a broken link or a disabled partner', async () => {
  const { marketProductNo } = await save({ productName: 'No answer' });
  const { db } = app.database;
  const ask = async () => (await maker.post(marketProduct.onShelf, { marketProductNo, reason: 'Try' })).data.error;
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

it('has a page drawn by the browser that is set up, and by none that gives no picture', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const program = async (name: string, lines: string) => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
    return path;
  };
  const target = 'for one; do case "$one" in --screenshot=*) file="${one#--screenshot=}";; esac; done';
  const good = await program('good', `${target}\necho ${PNG} | base64 -d > "$file"`);
  const picture = await pictureOf(good, 'https://apply.pesanow.example/');
  expect(picture?.toString('base64')).toBe(PNG);
  expect(await pictureOf(await program('words', `${target}\necho words > "$file"`), 'https://a.example/')).toBeNull();
  expect(await pictureOf(await program('fails', 'exit 1'), 'https://a.example/')).toBeNull();
  await rm(folder, { recursive: true });
});

it('looks at every link on the shelf each hour, hides a dead one and shows what came of it', async () => {
  const { db } = app.database;
  await db.updateTable('partnerProduct').set({ linkHealth: 'HEALTHY', linkCheckedAt: null }).execute();
  const shelved = await db
    .selectFrom('partnerProduct')
    .select(['marketProductNo', 'applyUrl'])
    .where('productStatus', '=', 'ON_SHELF')
    .orderBy('marketProductNo')
    .execute();
  const [dead] = shelved;
  const looked: string[] = [];
  const look = async (url: string) => {
    looked.push(url);
    const isHealthy = url !== dead?.applyUrl;
    const answer = isHealthy
      ? {
          statusCode: 200,
          contentType: 'text/html',
          page: pageOf('text/html', Buffer.from('<title>Apply</title><p>In 5 minutes')),
        }
      : { statusCode: null, contentType: null, page: null };
    return await Promise.resolve({ isHealthy, tookMs: 12, redirectTo: null, ...answer });
  };
  let drawn = 0;
  const draw = async () => {
    drawn += 1;
    return await Promise.resolve(Buffer.from(PNG, 'base64'));
  };
  const now = new Date();
  expect(await checkLinks(db, now, { look, draw })).toBe(1);
  expect(looked).toHaveLength(shelved.length);
  // Within the hour nobody asks again.
  expect(await checkLinks(db, now, { look, draw })).toBe(0);
  expect(looked).toHaveLength(shelved.length);
  const marketProductNo = dead?.marketProductNo ?? '';
  expect((await rowOf(marketProductNo)).linkHealth).toBe('BROKEN');
  const { checks } = await maker.call(marketProduct.detail, { marketProductNo });
  expect(checks[0]).toMatchObject({
    isHealthy: false,
    statusCode: null,
    tookMs: 12,
    checkedByName: null,
    pageText: null,
  });
  // What an address answered with is kept as evidence, once for all that answer so.
  const alive = await maker.call(marketProduct.detail, { marketProductNo: shelved[1]?.marketProductNo ?? '' });
  expect(alive.checks[0]).toMatchObject({ contentType: 'text/html', pageTitle: 'Apply', pageText: 'In 5 minutes' });
  expect(await db.selectFrom('partnerLinkPage').select('pageTitle').execute()).toEqual([{ pageTitle: 'Apply' }]);
  // So is its picture, which those see who see the product.
  expect(drawn).toBe(1);
  const [check] = alive.checks;
  const picture = { marketProductNo: alive.row.marketProductNo, pageHash: found(check?.pictureOf) };
  const shown = await maker.get(marketProduct.linkPicture, picture);
  expect(shown.headers['content-type']).toBe('image/png');
  expect((await elsewhere.get(marketProduct.linkPicture, picture)).data.error).toBe('NOT_FOUND');
  const other = { marketProductNo, pageHash: picture.pageHash };
  expect((await maker.get(marketProduct.linkPicture, other)).data.error).toBe('NOT_FOUND');
  const tiles = (await maker.get(home.summary)).data.tiles as { key: string; count: number }[];
  expect(tiles.find(({ key }) => key === 'marketProducts.deadLinks')?.count).toBe(1);
});
