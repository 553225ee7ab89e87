import { change, manualBlacklist } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { checkCustomers } from '../../lending/credit/eligibility.ts';
import { approved, makeProduct } from '../../lending/orders/testing/lend.ts';
import { attachFile } from '../../platform/files/testing/attach-file.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { blacklistHit } from './index.ts';

let app: TestApp;
let lister: Person;
let checker: Person;
let elsewhere: Person;
let merchantNo: string;
const CODES = ['add', 'remove', 'check'].map((action) => `merchant:blacklist:${action}`);
const today = businessDateOf(new Date());

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow());
  await attachFile(db, { attachmentNo: 'AT000001', subjectType: 'merchantVoucher', subjectNo: merchantNo });
  const add = async (name: string, codes: readonly string[], isHere = true) => {
    const pages = ['/AdminContent/MerchantSystem/ArtificialBlacklistLibrary'];
    const { userNo } = await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 20 });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  lister = await add('list.lister', CODES);
  checker = await add('list.checker', ['merchant:blacklist:audit']);
  elsewhere = await add('list.elsewhere', CODES, false);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const add = (subjectValue: string, more: object = {}, who = lister) =>
  who.post(manualBlacklist.add, {
    subjectType: 'PHONE',
    subjectValue,
    reasonCode: 'FRAUD',
    merchantNo,
    evidenceIds: ['AT000001'],
    expiresOn: addDays(today, 30),
    note: 'Forged payslips',
    ...more,
  });

it('lists a value until its last day, or its removal by two', async () => {
  const { entryNo } = (await add('254700000776')).data;
  const one = async () => (await lister.post(manualBlacklist.page, listOf({ subjectValue: '254700000776' }))).data.rows;
  expect(await one()).toMatchObject([{ entryNo, hits: 0, blacklistState: 'ACTIVE', allowedActions: ['remove'] }]);
  expect((await one())[0].subjectValue).toContain('*');
  expect((await elsewhere.post(manualBlacklist.remove, { entryNo, reason: 'No' })).data.error).toBe(
    'BLACKLIST_NOT_FOUND',
  );
  const { changeNo } = (await lister.post(manualBlacklist.remove, { entryNo, reason: 'Appeal accepted' })).data;
  expect((await lister.post(change.changeFamilies.merchantBlacklist.approve, { changeNo })).code).not.toBe(0);
  expect((await checker.post(change.changeFamilies.merchantBlacklist.approve, { changeNo })).code).toBe(0);
  expect(await one()).toMatchObject([{ blacklistState: 'REMOVED', allowedActions: [] }]);
  expect((await lister.post(manualBlacklist.remove, { entryNo, reason: 'Again' })).data.error).toBe(
    'ILLEGAL_TRANSITION',
  );
  expect((await lister.get(manualBlacklist.detail, { entryNo })).data.history).toHaveLength(2);
});

it('stands against a device that the customer used, with this application or an earlier one', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const [one, other] = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const people = { maker: one?.userNo ?? '', checker: other?.userNo ?? '' };
  const {
    orderNo,
    customerNo,
    merchantNo: lender,
  } = await approved(db, { productNo, approvedCents: 300_000, ...people });
  const later = await approved(db, { productNo, approvedCents: 300_000, ...people });
  const device = '358240051111110';
  await db.insertInto('orderTrait').values({ orderNo, traitKind: 'DEVICE', traitValue: device }).execute();
  const hit = async (no: string) => await db.transaction().execute((tx) => blacklistHit(tx, no, new Date()));
  expect(await hit(orderNo)).toBeNull();
  const ofDevice = { subjectType: 'DEVICE', merchantNo: lender };
  expect((await add('3582 4005', ofDevice)).data.fields).toMatchObject([{ field: 'subjectValue' }]);
  const { entryNo } = (await add(device, ofDevice)).data;
  expect([await hit(orderNo), await hit(later.orderNo)]).toEqual([entryNo, null]);
  // The same customer with a new device; and neither coupons nor temporary limits for them.
  await db.updateTable('loanOrder').set({ customerNo }).where('orderNo', '=', later.orderNo).execute();
  expect(await hit(later.orderNo)).toBe(entryNo);
  const judged = await checkCustomers(db, [customerNo], new Date());
  expect(judged).toMatchObject([{ customerNo, fault: 'CREDIT_BLACKLISTED' }]);
});

it('suggests who shares a device or an account, blocks them one by one, and drafts the answer to an appeal', async () => {
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const [one, other] = await db.selectFrom('appUser').select('userNo').orderBy('userNo').limit(2).execute();
  const people = { maker: one?.userNo ?? '', checker: other?.userNo ?? '' };
  const lend = async () => await approved(db, { productNo, approvedCents: 300_000, ...people });
  const [first, second, third] = [await lend(), await lend(), await lend()];
  const device = '358240051111999';
  for (const { orderNo } of [first, second])
    await db.insertInto('orderTrait').values({ orderNo, traitKind: 'DEVICE', traitValue: device }).execute();
  for (const { orderNo } of [first, third])
    await db.updateTable('loanOrder').set({ payeeAccountNo: '9988776655' }).where('orderNo', '=', orderNo).execute();
  const idCardNo = '81000001';
  for (const [index, { customerNo }] of [first, second, third].entries())
    await db
      .updateTable('customer')
      .set({ idCardNo: String(81_000_001 + index) })
      .where('customerNo', '=', customerNo)
      .execute();
  const lender = first.merchantNo;
  const { entryNo } = (await add(idCardNo, { subjectType: 'ID_CARD_NO', merchantNo: lender })).data;
  const linked = async () => await lister.call(manualBlacklist.links, { entryNo });
  const pairs = async () => (await linked()).map(({ customerNo, sharedBy }) => [customerNo, ...sharedBy]).toSorted();
  expect(await pairs()).toEqual(
    [
      [second.customerNo, 'DEVICE'],
      [third.customerNo, 'ACCOUNT'],
    ].toSorted(),
  );
  const block = async (customerNo: string, more: object = {}) =>
    (await lister.post(manualBlacklist.addLinked, { entryNo, customerNo, note: 'Same phone', ...more })).data;
  expect((await block(first.customerNo)).error).toBe('BLACKLIST_UNLINKED');
  const added = await block(second.customerNo);
  const { row } = await lister.call(manualBlacklist.detail, { entryNo: added.entryNo });
  expect(row).toMatchObject({ subjectType: 'ID_CARD_NO', reasonCode: 'FRAUD', merchantNo: lender });
  expect(await pairs()).toEqual([[third.customerNo, 'ACCOUNT']]);

  // Whose appeal is open is blocked by somebody alone who says that they read it.
  const complaint = { source: 'CALL', category: 'FRAUD', severity: 'LOW', content: 'It was not me' } as const;
  const { feedbackNo } = await db
    .insertInto('feedback')
    .values({
      ...complaint,
      merchantNo: lender,
      customerNo: third.customerNo,
      createdBy: people.maker,
      dueAt: new Date(),
    })
    .returning('feedbackNo')
    .executeTakeFirstOrThrow();
  expect(await block(third.customerNo)).toMatchObject({ error: 'BLACKLIST_APPEAL_OPEN', facts: { no: feedbackNo } });
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', third.customerNo)
    .executeTakeFirstOrThrow();
  expect((await add(phone, { merchantNo: lender })).data).toMatchObject({
    error: 'BLACKLIST_APPEAL_OPEN',
    fields: [{ field: 'subjectValue' }],
  });
  expect((await block(third.customerNo, { despiteAppeal: true })).entryNo).toMatch(/^BL/);

  const { text } = await lister.call(manualBlacklist.letter, { entryNo });
  expect(text).toContain(`our reference ${entryNo}`);
  expect(text).toContain('The reason recorded is: Fraud.');
  expect(text).not.toContain(idCardNo);
  expect(text).not.toContain('Forged payslips');
  expect((await elsewhere.refusalOf(manualBlacklist.links, { entryNo })).error).toBe('BLACKLIST_NOT_FOUND');
});

it('refuses beside the field', async () => {
  await add('254700000777');
  for (const [answer, field] of [
    [await add('0712345678'), 'subjectValue'],
    [await add('12', { subjectType: 'ID_CARD_NO' }), 'subjectValue'],
    [await add('254700000777'), 'subjectValue'],
    [await add('254700000778', { evidenceIds: [] }), 'evidenceIds'],
    // Of two one is nowhere.
    [await add('254700000778', { evidenceIds: ['AT000001', 'AT000002'] }), 'evidenceIds'],
    [await add('254700000778', { expiresOn: addDays(today, -1) }), 'expiresOn'],
    [await add('254700000778', { expiresOn: addDays(today, 2_000) }), 'expiresOn'],
    [await add('254700000778', { reasonCode: 'NONE' }), 'reasonCode'],
    [await add('254700000778', { merchantNo: null }), 'merchantNo'],
    [await add('254700000778', {}, elsewhere), 'merchantNo'],
  ] as const) {
    expect(answer.data.fields).toMatchObject([{ field }]);
  }
});

it('says whether a value is listed, and records that it was asked', async () => {
  await add('254700000779');
  const asked = { subjectType: 'PHONE', subjectValue: '254700000779' };
  expect((await lister.post(manualBlacklist.check, asked)).data.entries).toMatchObject([{ reasonCode: 'FRAUD' }]);
  const logged = await app.database.db
    .selectFrom('revealLog')
    .select('outcome')
    .where('kind', '=', 'search.manualBlacklist.check')
    .orderBy('revealId', 'desc')
    .limit(1)
    .execute();
  expect(logged).toEqual([{ outcome: 'SHOWN' }]);
});

it('adding what is listed, and trying out, is on record as the check is', async () => {
  await add('254700000781');
  const searches = async () =>
    await app.database.db
      .selectFrom('revealLog')
      .select(['outcome', 'field'])
      .where('kind', '=', 'search.manualBlacklist.check')
      .orderBy('revealId')
      .execute();
  const before = await searches();
  expect((await add('254700000781')).data.error).toBe('BLACKLIST_EXISTS');
  expect((await searches()).slice(before.length)).toEqual([{ outcome: 'SHOWN', field: 'subjectValue' }]);
  await add('254700000782');
  expect(await searches()).toHaveLength(before.length + 1);
});
