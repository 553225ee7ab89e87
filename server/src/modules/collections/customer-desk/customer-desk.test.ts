import { aiHelp, change, contactRight, customerManage, intake, reveal as revealCalls } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { attachCertificate } from '../../../../testing/test-attachments.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let agent: Person;
let other: Person;
let elsewhere: Person;
let merchantNo: string;
let number = 0;
const CODES = [
  'customer:contact',
  'customer:expire',
  'customer:logout',
  'customer:close',
  'aiHelp:decrypt',
  'aiHelp:phone',
];
const pages = ['CustomerManage', 'AiHelpUidDecrypt'].map((page) => `/AdminContent/CustomerServiceSystem/${page}`);
const { approve, reject } = change.changeFamilies.customerAccount;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .executeTakeFirstOrThrow());
  const codes = [...CODES.map((code) => `customerService:${code}`), 'audit:order:intake'];
  const add = async (name: string, isHere = true) => {
    const { userNo, roleNo } = await addPerson(app.database, name, {
      codes,
      pages,
      dailyRevealBudget: 20,
    });
    await db
      .updateTable('role')
      .set({ revealFields: ['phone'] })
      .where('roleNo', '=', roleNo)
      .execute();
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  const certificate = { attachmentNo: 'AT000001', subjectType: 'serviceVoucher', subjectNo: merchantNo };
  await attachCertificate(db, { ...certificate, userNo: 'U000001' });
  [agent, other, elsewhere] = [await add('cd.agent'), await add('cd.other'), await add('cd.elsewhere', false)];
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function customer() {
  number += 1;
  const phone = `25474445500${number}`;
  const { customerNo } = await app.database.db
    .insertInto('customer')
    .values({ merchantNo, customerName: 'Njeri Desk', phone, idCardNo: `3456780${number}` })
    .returning('customerNo')
    .executeTakeFirstOrThrow();
  return { customerNo, phone };
}
const rowOf = async (customerNo: string) =>
  (await agent.post(customerManage.page, listOf({ customerNo }))).data.rows[0];
const standing = async (customerNo: string) => (await agent.get(customerManage.standing, { customerNo })).data;

it('expires data until they are collected afresh, and ends the app’s sessions', async () => {
  const { customerNo, phone } = await customer();
  const form = { customerNo, kinds: ['BANK'], reason: 'The account is another’s' };
  expect((await agent.post(customerManage.dataExpire, { ...form, kinds: [] })).data.fields).toMatchObject([
    { field: 'kinds', msg: 'All options must be filled' },
  ]);
  expect((await elsewhere.post(customerManage.dataExpire, form)).data.error).toBe('CUSTOMER_NOT_FOUND');
  expect((await agent.post(customerManage.dataExpire, form)).code).toBe(0);
  expect((await agent.post(customerManage.dataExpire, form)).data.error).toBe('NOTHING_CHANGES');
  expect(await rowOf(customerNo)).toMatchObject({ dataStatus: 'EXPIRED', accountStatus: 'OPEN' });
  expect(await standing(customerNo)).toMatchObject({ expiredKinds: ['BANK'], sessionsEndedAt: null });
  await agent.post(intake.customer, { merchantNo, phone, customerName: 'Njeri Desk', idCardNo: '34567801' });
  expect(await standing(customerNo)).toMatchObject({ expiredKinds: [] });
  expect((await agent.post(customerManage.logout, { customerNo, reason: 'Lost phone' })).code).toBe(0);
  expect((await standing(customerNo)).sessionsEndedAt).not.toBeNull();
});

it('closes an account by two people, once nothing of it is open', async () => {
  const { customerNo } = await customer();
  const form = { customerNo, reason: 'Asked to', voucherIds: ['AT000001'] };
  const bare = await agent.post(customerManage.close, { ...form, voucherIds: [] });
  expect(bare.data.fields).toMatchObject([{ msg: 'Certificate (voucher) cannot be empty' }]);
  const first = (await agent.post(customerManage.close, form)).data;
  expect(await rowOf(customerNo)).toMatchObject({ accountStatus: 'CLOSE_PENDING' });
  expect((await agent.post(approve.path, { changeNo: first.changeNo })).code).not.toBe(0);
  expect((await other.post(reject.path, { changeNo: first.changeNo, reason: 'Wrong person' })).code).toBe(0);
  expect(await rowOf(customerNo)).toMatchObject({ accountStatus: 'OPEN' });
  const { changeNo } = (await agent.post(customerManage.close, form)).data;
  expect((await other.post(approve.path, { changeNo })).code).toBe(0);
  expect(await standing(customerNo)).toMatchObject({ accountStatus: 'CLOSED' });
  const { customerNo: busy } = await app.database.db
    .selectFrom('loanOrder')
    .select('customerNo')
    .where('merchantNo', '=', merchantNo)
    .where('orderStatus', '=', 'DISBURSED')
    .executeTakeFirst()
    .then((order) => order ?? { customerNo: '' });
  if (busy !== '') {
    expect((await agent.post(customerManage.close, { ...form, customerNo: busy })).data.error).toBe('CUSTOMER_BUSY');
  }
});

it('says whose a UID is, keeps who asked, and shows a number against the budget', async () => {
  const { customerNo, phone } = await customer();
  const { uid } = (await agent.get(aiHelp.uid, { customerNo })).data;
  const asked = { uids: [`https://chat.example/u?uid=${uid}`, 'nonsense', `${uid.slice(0, -2)}AA`], purpose: 'OTHER' };
  expect((await agent.post(aiHelp.decrypt, asked)).data.fields).toMatchObject([{ field: 'remark' }]);
  const { rows } = (await agent.post(aiHelp.decrypt, { ...asked, remark: 'Chat' })).data;
  expect(rows).toMatchObject([
    { result: 'FOUND', customerNo, isOldKey: false },
    { result: 'INVALID' },
    { result: 'INVALID' },
  ]);
  expect(rows[0].phone).not.toBe(phone);
  const far = (await elsewhere.post(aiHelp.decrypt, { ...asked, uids: [uid], remark: 'Chat' })).data.rows;
  expect(far).toMatchObject([{ result: 'NOT_FOUND', customerNo: null }]);
  const reveal = { kind: 'aiHelp.phone', subjectNo: customerNo, purpose: 'OTHER', note: 'Chat' };
  expect((await other.post(revealCalls.show, reveal)).code).not.toBe(0);
  expect((await agent.post(revealCalls.show, reveal)).data).toMatchObject({ value: phone });
  const log = (await agent.post(aiHelp.logPage, listOf({ result: 'FOUND' }))).data.rows;
  expect(log).toMatchObject([{ uidCount: 3, foundCount: 1, phoneShownCount: 1, purpose: 'OTHER' }]);
});

it('finds who is named however long ago they registered; a range of days narrows other searches', async () => {
  const { customerNo, phone } = await customer();
  await app.database.db
    .updateTable('customer')
    .set({ createdAt: new Date('2024-03-01T08:00:00Z') })
    .where('customerNo', '=', customerNo)
    .execute();
  const registeredAt = { from: '2026-11-01', to: '2026-11-30' };
  const found = async (filters: object) => (await agent.post(customerManage.page, listOf(filters))).data.rows;
  expect(await found({ phone, registeredAt })).toMatchObject([{ customerNo }]);
  expect(await found({ customerNo, registeredAt })).toMatchObject([{ customerNo }]);
  await app.database.db
    .insertInto('channelEvent')
    .values({
      channelCode: 'RADIO7',
      merchantNo,
      eventKind: 'REGISTRATION',
      customerNo,
      costCents: 0,
      bizDate: '2024-03-01',
    })
    .execute();
  expect(await found({ registerChannel: 'RADIO7' })).toMatchObject([{ customerNo, registerChannel: 'RADIO7' }]);
  const broad = async (filters: object) => await agent.refusalOf(customerManage.page, { ...listOf(filters) });
  const refusal = { error: 'CUSTOMER_SEARCH_BROAD', fields: ['filters.registeredAt'] };
  expect(await broad({})).toMatchObject(refusal);
  expect(await broad({ customerName: 'Nj' })).toMatchObject(refusal);
  expect(await broad({ registeredAt: { from: '2024-01-01', to: '2026-01-01' } })).toMatchObject(refusal);
  expect(await broad({ dataStatus: 'VALID' })).toMatchObject(refusal);
  expect(await found({ customerName: 'Njeri Desk', registeredAt: { from: '2024-03-02', to: '2024-03-03' } })).toEqual(
    [],
  );
});

it('records that a customer agreed to offers once, with the proof; a stop is lifted by another person', async () => {
  const { customerNo } = await customer();
  const { optIn, one } = customerManage;
  expect((await agent.call(one, { customerNo })).offersAgreedAt).toBeNull();
  expect((await agent.refusalOf(optIn, { customerNo, voucherIds: [] })).fields).toEqual(['voucherIds']);
  expect((await elsewhere.refusalOf(optIn, { customerNo, voucherIds: ['AT000001'] })).error).toBe('CUSTOMER_NOT_FOUND');
  expect((await agent.refusalOf(optIn, { customerNo, voucherIds: ['AT999999'] })).error).toBe('ATTACHMENT_NOT_FOUND');
  await agent.call(optIn, { customerNo, voucherIds: ['AT000001'] });
  expect((await agent.call(one, { customerNo })).offersAgreedAt).not.toBeNull();
  expect((await agent.refusalOf(optIn, { customerNo, voucherIds: ['AT000001'] })).error).toBe('NOTHING_CHANGES');
  for (const blockKind of ['DO_NOT_CALL', 'OBJECTED'] as const) {
    await agent.call(contactRight.blockPlace, { blockKind, customerNo, note: 'Said so' });
  }
  const { blocks } = await agent.call(one, { customerNo });
  expect(blocks.map(({ blockKind }) => blockKind).sort()).toEqual(['DO_NOT_CALL', 'OBJECTED']);
  const strange = { blockId: blocks[0]?.blockId ?? 0, reason: 'Wrote to us', voucherIds: ['AT000001'] };
  expect((await agent.refusalOf(contactRight.blockLift, strange)).error).toBe('ATTACHMENT_NOT_FOUND');
  const own = { subjectType: 'serviceVoucher', subjectNo: merchantNo, attachmentNo: 'AT000002' };
  const { db } = app.database;
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', 'cd.agent')
    .executeTakeFirstOrThrow();
  await attachCertificate(db, { ...own, userNo });
  const lift = { ...strange, voucherIds: ['AT000002'] };
  expect((await agent.call(contactRight.blockLift, lift)).changeNo).not.toBe('');
  expect((await agent.call(one, { customerNo })).blocks).toHaveLength(2);
});
