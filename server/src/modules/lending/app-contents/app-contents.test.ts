import { createHash } from 'node:crypto';
import { appContent, config, file, intake, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { seedOperationRules } from '../../../seed/operation-rules.ts';
import { lend, makeProduct } from '../orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { contractOf, fillContract } from './contracts.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let merchantNo: string;
let productNo: string;
const RULE: appContent.AppContentRule = {
  ruleName: 'Rates',
  contentType: 'HELP',
  slot: 'HELP',
  audience: 'ALL',
  os: null,
  paymentMethod: null,
  title: { en: 'Our rates', sw: 'Viwango vyetu' },
  content: { en: 'From 9% a month', sw: 'Kuanzia 9% kwa mwezi' },
  link: '/rates',
  sort: 5,
  startAt: null,
  endAt: null,
};
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  productNo = await makeProduct(db);
  ({ merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow());
  const add = async (name: string, codes: readonly string[]) => {
    const pages = appContent.contractPreview.access.page;
    const { userNo } = await addPerson(app.database, name, { codes, pages });
    await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  maker = await add('ac.maker', ['operation:appContent:save', 'operation:appContent:publish', 'audit:order:intake']);
  checker = await add('ac.checker', ['operation:config:audit']);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const peopleOf = async () => {
  const [maker, checker] = await app.database.db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', 'in', ['ac.maker', 'ac.checker'])
    .orderBy('userName', 'desc')
    .execute();
  return { maker: maker?.userNo ?? '', checker: checker?.userNo ?? '' };
};
const save = async (value: Partial<appContent.AppContentRule>, more: object = {}) =>
  (
    await maker.post(appContent.save, {
      merchantNo,
      value: { ...RULE, ...value },
      effectiveFrom: businessDateOf(new Date()),
      reason: 'New rates',
      ...more,
    })
  ).data;
const agree = async (ruleId: string) => {
  const subjectNo = `${merchantNo}_${ruleId}`;
  const asked = listOf({ configKey: 'operation.appContent', subjectNo, versionStatus: 'PENDING' });
  const [{ versionId, version }] = (await checker.post(config.page, asked)).data.rows;
  return (await checker.post(config.approve, { versionId, version })).code;
};
const shown = async (language = 'en') =>
  (await maker.get(appContent.forApp, { merchantNo, language })).data.map(({ title }: { title: string }) => title);

it('is shown in the app once it was approved, in its language and its days', async () => {
  const { ruleId } = await save({});
  expect(await shown()).toEqual([]);
  expect(await agree(ruleId)).toBe(0);
  expect([await shown(), await shown('sw'), await shown('fr')]).toEqual([
    ['Our rates'],
    ['Viwango vyetu'],
    ['Our rates'],
  ]);
  const first = await save({ ruleName: 'Banner', contentType: 'BANNER', title: { en: 'Earlier' }, sort: 1 });
  expect(await agree(first.ruleId)).toBe(0);
  expect(await shown()).toEqual(['Earlier', 'Our rates']);
  expect((await save({ endAt: '2020-01-01T00:00:00Z' }, { ruleId })).ruleId).toBe(ruleId);
  expect(await agree(ruleId)).toBe(0);
  expect(await shown()).toEqual(['Earlier']);
});

it('is shown to its audience, in its slot and on its app, and counts who saw it', async () => {
  const { db } = app.database;
  const made = async (value: Partial<appContent.AppContentRule>) => {
    const { ruleId } = await save({ contentType: 'BANNER', ...value });
    expect(await agree(ruleId)).toBe(0);
    return ruleId as string;
  };
  const welcome = await made({ ruleName: 'Welcome', title: { en: 'Welcome' }, slot: 'HOME_TOP', audience: 'NEW' });
  await made({ ruleName: 'Again', title: { en: 'Again' }, slot: 'HOME_TOP', audience: 'REPEAT' });
  await made({ ruleName: 'Late', title: { en: 'Late' }, slot: 'REPAYMENT', audience: 'OVERDUE' });
  await made({ ruleName: 'iPhone', title: { en: 'iPhone' }, slot: 'HOME_TOP', os: 'IOS' });
  const person = { phone: '254711660007', customerName: 'Akinyi Audience', idCardNo: '12345677' };
  const { customerNo } = (await maker.post(intake.customer, { merchantNo, ...person })).data;
  const titles = async (more: object) => {
    const { data } = await maker.get(appContent.forCustomer, { customerNo, language: 'en', ...more });
    return data.map(({ title }: { title: string }) => title);
  };
  expect(await titles({ slot: 'HOME_TOP' })).toEqual(['Welcome']);
  expect(await titles({ slot: 'HOME_TOP', os: 'IOS' })).toEqual(['Welcome', 'iPhone']);
  // Nobody signed in: what is for all, on every app.
  expect((await shown()).filter((title: string) => ['Welcome', 'Again', 'Late', 'iPhone'].includes(title))).toEqual([]);
  const { maker: makerNo, checker: checkerNo } = await peopleOf();
  const { orderNo, customerNo: borrower } = await lend(db, {
    productNo,
    approvedCents: 300_000,
    maker: makerNo,
    checker: checkerNo,
  });
  await sql`UPDATE bill SET due_date = ${businessDateOf(new Date(Date.now() - 172_800_000))} WHERE order_no = ${orderNo}`.execute(
    db,
  );
  const { data } = await maker.get(appContent.forCustomer, { customerNo: borrower, language: 'en' });
  const seen = data.map(({ title }: { title: string }) => title);
  expect(seen).toEqual(expect.arrayContaining(['Again', 'Late']));
  expect(seen).not.toContain('Welcome');

  const told = async () => (await maker.post(appContent.noteViews, { customerNo, ruleIds: [welcome, 'R999999'] })).data;
  expect(await told()).toEqual({ counted: 1 });
  expect(await told()).toEqual({ counted: 0 });
  const { rows } = (await maker.post(appContent.page, listOf({ slot: 'HOME_TOP', appAudience: 'NEW' }))).data;
  expect(rows).toMatchObject([{ ruleId: welcome, views: 1 }]);
  const forSome = await save({ contentType: 'CONTRACT', audience: 'NEW' });
  expect(forSome).toMatchObject({ error: 'BAD_REQUEST', fields: [{ field: 'value.audience' }] });
});

it('stands beside the payment method that it is of, for the app that draws them', async () => {
  const hint = { contentType: 'PAYMENT_HINT', slot: 'REPAYMENT', paymentMethod: 'PAYBILL' } as const;
  const { ruleId } = await save({ ruleName: 'How to pay', title: { en: 'How to pay' }, ...hint });
  const hints = async () =>
    (await maker.call(appContent.forApp, { merchantNo, language: 'en' }))
      .filter(({ contentType }) => contentType === 'PAYMENT_HINT')
      .map(({ title, paymentMethod }) => [title, paymentMethod]);
  expect(await hints()).toEqual([]);
  expect(await agree(ruleId)).toBe(0);
  expect(await hints()).toEqual([['How to pay', 'PAYBILL']]);
});

it('is previewed for a kind of customer at a moment to come', async () => {
  const preview = async (audience: string, days = 0, who = maker) =>
    (
      await who.post(appContent.preview, {
        merchantNo,
        at: new Date(Date.now() + days * 86_400_000).toISOString(),
        audience,
        language: 'sw',
      })
    ).data;
  const titles = async (audience: string, days = 0) =>
    (await preview(audience, days)).map(({ title }: { title: string }) => title);
  const made = async (title: string, more: Partial<appContent.AppContentRule>) => {
    const { ruleId } = await save({ ruleName: title, title: { en: title, sw: `${title} (sw)` }, ...more });
    expect(await agree(ruleId)).toBe(0);
  };
  const startAt = new Date(Date.now() + 86_400_000).toISOString();
  await made('Overdue soon', { audience: 'OVERDUE' });
  await made('Tomorrow', { startAt });
  const [everybody, overdue] = [await titles('ALL'), await titles('OVERDUE')];
  expect([everybody.includes('Overdue soon (sw)'), overdue.includes('Overdue soon (sw)')]).toEqual([false, true]);
  expect(everybody).not.toContain('Tomorrow (sw)');
  expect(await titles('NEW', 2)).toEqual(expect.arrayContaining(['Tomorrow (sw)']));
  expect(await titles('NEW', 2)).not.toContain('Overdue soon (sw)');
});

it('keeps the contract that a customer agreed to, whatever its template says later', async () => {
  const contract = {
    ruleName: 'Contract',
    contentType: 'CONTRACT',
    title: { en: 'Agreement' },
    content: { en: '{{merchantName}} lends {{customerName}} {{amount}}.' },
    link: null,
  } as const;
  const { ruleId } = await save(contract);
  expect(await agree(ruleId)).toBe(0);
  const { customerNo } = (
    await maker.post(intake.customer, {
      merchantNo,
      phone: '254711660001',
      customerName: 'Akinyi Contract',
      idCardNo: '12345678',
    })
  ).data;
  const { orderNo } = (
    await maker.post(intake.apply, {
      customerNo,
      productNo,
      appliedCents: 300_000,
      payeePhone: '254712345678',
      payeeName: 'Akinyi',
    })
  ).data;
  await save({ ...contract, content: { en: 'New words for {{orderNo}}: {{term}} in {{installments}}' } }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect(await contractOf(app.database.db, merchantNo, 'sw', new Date())).toMatchObject({
    title: 'Agreement',
    languages: ['en'],
  });
  const read = async (no: string) => (await maker.get(appContent.contractPreview, { ruleId, orderNo: no })).data;
  const { filled, signed } = await read(orderNo);
  expect(filled.text).toBe(`New words for ${orderNo}: 30 days in 1`);
  const sw = '{{term}}: {{paidOut}}, {{totalRepayable}}, {{totalCost}}, {{apr}}';
  await save({ ...contract, content: { en: 'For {{orderNo}}', sw } }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect((await read(orderNo)).filled.text).toBe(`For ${orderNo}`);
  await sql`UPDATE customer SET speaking_language = 'sw' WHERE customer_no = ${customerNo}`.execute(app.database.db);
  // What the offer said that it costs, in the language of the customer.
  const { example } = await maker.call(intake.offer, { customerNo, productNo, principalCents: 300_000 });
  const { paidOutCents, repaidCents, totalCostCents, aprPercent } = example ?? expect.fail('no example');
  const [paidOut, repaid, cost] = [paidOutCents, repaidCents, totalCostCents].map((cents) =>
    new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 }).format(cents / 100),
  );
  expect((await read(orderNo)).filled.text.replaceAll(/\s/g, ' ')).toBe(
    `siku 30: KES ${paidOut}, KES ${repaid}, KES ${cost}, ${aprPercent}%`,
  );
  await save({ ...contract, content: { en: 'New words for {{orderNo}}: {{term}} in {{installments}}' } }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  // What falls due by the calendar is not put in days.
  await sql`UPDATE loan_order SET terms = terms || '{"termMonths": 3, "termDays": 90, "installments": 3}'
    WHERE order_no = ${orderNo}`.execute(app.database.db);
  expect((await read(orderNo)).filled.text).toBe(`New words for ${orderNo}: 3 months in 3`);
  expect(signed).toMatchObject({ title: 'Agreement', versionNo: 1 });
  expect(signed.text).toMatch(/lends .* KES.3,000\.00\./);
  expect((await read('LO0')).error).toBe('NOT_FOUND');
  expect((await maker.get(appContent.detail, { ruleId })).data).toMatchObject({ signed: 1, languages: ['en'] });
  expect((await save({ ...contract, ruleName: 'Second' })).error).toBe('RULE_OVERLAP');
});

it('shows an image of its merchant while the content is shown, and to nobody before', async () => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = async (subjectNo: string) =>
    (
      await maker.post(file.uploadAttach, {
        fileName: 'banner.png',
        subjectType: 'appContent',
        subjectNo,
        content: bytes.toString('base64'),
        md5: createHash('md5').update(bytes).digest('hex'),
      })
    ).data;
  expect((await upload('M0009')).error).toBe('REFERENCE_UNKNOWN');
  const { attachId } = await upload(merchantNo);
  const open = async (id: string) => await checker.get(appContent.image, { attachId: id });
  expect((await open(attachId)).data.error).toBe('NOT_FOUND');
  const banner = { ruleName: 'Picture', contentType: 'BANNER', title: { en: 'Picture' }, sort: 2 } as const;
  const strange = await save({ ...banner, image: { attachId: 'nobodys', fileName: 'x.png' } });
  expect(strange.fields).toMatchObject([{ field: 'value.image' }]);
  const { ruleId } = await save({ ...banner, image: { attachId, fileName: 'banner.png' } });
  expect((await open(attachId)).data.error).toBe('NOT_FOUND');
  expect(await agree(ruleId)).toBe(0);
  const image = await open(attachId);
  expect([image.headers['content-type'], image.body.equals(bytes)]).toEqual(['image/png', true]);
  const { data } = await maker.get(appContent.forApp, { merchantNo, language: 'en' });
  const shownNow: { title: string; imageUrl: string | null }[] = data;
  expect(shownNow.find(({ title }) => title === 'Picture')?.imageUrl).toBe(`/api/hc/web/noAuth/app/image/${attachId}`);
  await save({ ...banner, image: { attachId, fileName: 'banner.png' }, endAt: '2020-01-01T00:00:00Z' }, { ruleId });
  expect(await agree(ruleId)).toBe(0);
  expect((await open(attachId)).data.error).toBe('NOT_FOUND');
});

it('refuses what is blank, unknown or leads nowhere', async () => {
  expect((await save({ title: { sw: 'Viwango' } })).fields).toMatchObject([{ field: 'value.title' }]);
  expect((await save({ link: 'http://kituo.example' })).fields).toMatchObject([{ field: 'value.link' }]);
  const wrong = { contentType: 'CONTRACT', content: { en: 'For {{phone}}' } } as const;
  expect((await save(wrong)).fields).toMatchObject([{ field: 'value.content' }]);
  expect((await save({ paymentMethod: 'PAYBILL' })).fields).toMatchObject([{ field: 'value.paymentMethod' }]);
  const facts = { orderNo: 'LO1', customerName: 'A', merchantName: 'M', productName: 'P', amount: 'KES 1' };
  const filled = fillContract('{{ amount }} of {{other}}', {
    ...facts,
    term: '30 days',
    termDays: '30',
    installments: '1',
    appliedOn: '2026-11-24',
    paidOut: 'KES 1',
    totalRepayable: 'KES 2',
    totalCost: 'KES 1',
    apr: '100%',
  });
  expect(filled).toBe('KES 1 of {{other}}');
});

it('has a demonstration, once', async () => {
  await using other = await createTestApp({ content: 'seeded' });
  const { db } = other.database;
  await seedOperationRules(db);
  const count = async () => (await db.selectFrom('configVersion').select('value').execute()).length;
  const before = await count();
  await seedOperationRules(db);
  expect(await count()).toBe(before);
  const first = await db.selectFrom('merchant').select('merchantNo').orderBy('merchantNo').executeTakeFirstOrThrow();
  const person = await as(other, 'admin');
  const { data } = await person.get(appContent.forApp, { merchantNo: first.merchantNo, language: 'en' });
  expect(data.map(({ title }: { title: string }) => title)).toContain('Borrow again in two minutes');
});

it('finds content by type and language, and writes the same into a file', async () => {
  const { db } = app.database;
  const help = (await save({ ruleName: 'Found help', sort: 8 })).ruleId;
  await save({ ruleName: 'Found banner', contentType: 'BANNER', title: { en: 'Banner' }, content: { en: 'Text' } });
  const found = async (filters: object) =>
    (await maker.call(appContent.page, listOf(filters))).rows.map(({ ruleName }) => ruleName);
  expect(await found({ ruleName: 'found', contentType: 'HELP' })).toEqual(['Found help']);
  expect(await found({ ruleName: 'FOUND', language: 'sw' })).toEqual(['Found help']);
  expect(await found({ ruleId: help })).toEqual(['Found help']);
  const stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
  const asked = { format: 'csv', filters: { ruleName: 'found' }, sort: null } as const;
  const { jobNo } = await maker.call(appContent.exportList, asked);
  const ended = async () => (await maker.call(job.detail, { jobNo })).jobStatus;
  await expect.poll(ended, { timeout: 20_000 }).toBe('SUCCESS');
  const { body } = await maker.get(job.file, { jobNo });
  const lines = body.toString().trim().split(/\r?\n/);
  expect(lines[0]).toContain('Rule,Name,Merchant,Type,Slot,Audience,App,Payment method,Title,Languages');
  expect(
    lines
      .slice(1)
      .map((line) => line.split(',')[1])
      .toSorted(),
  ).toEqual(['Found banner', 'Found help']);
  await stop();
});
