import { customerManage, intake, orderDetail } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { seedRule } from '../../../seed/rules.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { chargeUses } from '../../payments/prepaid/index.ts';
import { evidenceOf } from '../order-file/index.ts';

const merchantNo = 'M0001';
let app: TestApp;
let channel: Person;
let orderNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const made = await addPerson(app.database, 'app.evidence', { codes: ['audit:order:intake'] });
  await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', made.roleNo).execute();
  await db.insertInto('userMerchant').values({ userNo: made.userNo, merchantNo }).execute();
  channel = await as(app, 'app.evidence');
  const { userNo: makerUserNo } = await addPerson(app.database, 'evidence.maker', {});
  const { userNo: checkerUserNo } = await addPerson(app.database, 'evidence.checker', {});
  for (const [consumptionType, unitPriceCents] of [
    ['FACE_CHECK', 8_00],
    ['DATA_QUERY', 20_00],
  ] as const) {
    const value = { ruleName: consumptionType, consumptionType, unitPriceCents, freeQuota: 0, tiers: [] };
    const rule = { configKey: 'merchant.consumptionPrice', merchantNo, value, makerUserNo, checkerUserNo };
    await db.transaction().execute(async (tx) => await seedRule(tx, rule));
  }
  await sql`insert into merchant_prepaid (merchant_no, balance_cents) values (${merchantNo}, 10000)
    on conflict (merchant_no) do update set balance_cents = 10000, credit_line_cents = 0`.execute(db);
  const phone = '254711009988';
  const person = { merchantNo, phone, customerName: 'Akinyi Evidence', idCardNo: '12345679' };
  const { customerNo } = await channel.call(intake.customer, person);
  ({ orderNo } = await channel.call(intake.apply, {
    customerNo,
    productNo: await makeProduct(db),
    appliedCents: 300_000,
    payeePhone: phone,
    payeeName: 'Akinyi Evidence',
  }));
});
afterAll(async () => await app[Symbol.asyncDispose]());

const FACE = { faceKey: 'F-1', score: 91, liveness: 'PASSED' } as const;
const contact = (phone: string) => ({ name: 'Otieno', relation: 'SIBLING', phone, isGuarantor: false });
const deliver = async (evidence: object) => await channel.call(intake.evidence, { orderNo, evidence });
const charges = async () =>
  await app.database.db
    .selectFrom('merchantConsumption')
    .select(['consumptionType', 'causeNo', 'amountCents'])
    .where('merchantNo', '=', merchantNo)
    .where('orderNo', '=', orderNo)
    .orderBy('recordNo')
    .execute();
const later = () => new Date(Date.now() + 1_000);

it('charges a face check once it is answered, once however often it is repeated; what was not answered is free', async () => {
  await deliver({ FACE: null, BVN: null });
  await chargeUses(app.database.db, later());
  expect(await charges()).toEqual([]);
  expect(await deliver({ FACE })).toEqual({ orderNo, delivered: ['FACE'], awaited: [] });
  await chargeUses(app.database.db, later());
  await deliver({ FACE: { ...FACE, score: 95 } });
  await chargeUses(app.database.db, later());
  expect(await charges()).toEqual([{ consumptionType: 'FACE_CHECK', causeNo: `${orderNo}-FACE`, amountCents: 8_00 }]);
  expect((await evidenceOf(app.database.db, orderNo, 'FACE')).content).toMatchObject({ score: 95 });
  const operator = {
    carrier: 'SAFARICOM',
    simAgeMonths: 30,
    registeredNameMatch: 'MATCH',
    monthsOfUse: 24,
    callsOut: 90,
    callsIn: 80,
    callMinutes: 210,
    smsOut: 12,
    smsIn: 40,
  };
  await deliver({ OPERATOR: operator });
  await chargeUses(app.database.db, later());
  expect((await charges()).map(({ consumptionType }) => consumptionType)).toEqual(['FACE_CHECK', 'DATA_QUERY']);
});

it('keeps an answer when the next one stays out, and what orders share as it is now', async () => {
  await deliver({ CONTACTS: [contact('254722000001'), contact('254722000002')] });
  await deliver({ CONTACTS: [contact('254722000003')], FACE: null });
  expect((await evidenceOf(app.database.db, orderNo, 'FACE')).content).not.toBeNull();
  const traits = await app.database.db
    .selectFrom('orderTrait')
    .select(['traitKind', 'traitValue'])
    .where('orderNo', '=', orderNo)
    .orderBy('traitKind')
    .execute();
  expect(traits).toEqual([
    { traitKind: 'CONTACT_PHONE', traitValue: '254722000003' },
    { traitKind: 'FACE', traitValue: 'F-1' },
  ]);
});

it('takes nobody as an emergency contact who is on the contact blacklist, and marks those named before', async () => {
  const { db } = app.database;
  const blocked = '254722000111';
  await deliver({ CONTACTS: [contact('254722000110'), contact(blocked)] });
  const { userNo } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  const block = { phone: blocked, merchantNo, blockKind: 'OFFICIAL', note: 'Switchboard', setBy: userNo } as const;
  await db
    .insertInto('contactBlock')
    .values({ ...block, blockScopes: ['NOT_A_CONTACT'] })
    .execute();
  const { data } = await channel.post(intake.evidence, { orderNo, evidence: { CONTACTS: [contact(blocked)] } });
  expect(data).toMatchObject({ error: 'CONTACT_NOT_ACCEPTED', fields: [{ field: 'evidence.CONTACTS.0.phone' }] });
  const pages = ['/AdminContent/OrderDetailAudit/OrderDetail'];
  const { roleNo } = await addPerson(app.database, 'evidence.reader', { pages });
  await db.updateTable('role').set({ dataScope: 'ALL', addressBookHide: false }).where('roleNo', '=', roleNo).execute();
  const shown = (await (await as(app, 'evidence.reader')).get(orderDetail.contacts, { orderNo })).data.content;
  expect(shown).toMatchObject([{ isBlocked: false }, { isBlocked: true }]);
});

it('shows the version of the app that the customer applied with in the order file, and no later one', async () => {
  const { db } = app.database;
  const person = {
    firstName: 'Akinyi',
    middleName: null,
    lastName: 'Evidence',
    email: null,
    whatsApp: null,
    socialIds: [],
    education: null,
    maritalStatus: null,
    childrenCount: null,
    addressCode: null,
    addressLine: null,
    employer: null,
    incomeCents: null,
    appName: 'Haraka',
    appVersion: '5.6.7',
  };
  const device = { os: 'Android 14', model: 'A15', imei: '356938035643809', mac: '00:1b', resolution: '720x1600' };
  await deliver({ PERSON: person, DEVICE: { ...device, appVersion: '5.6.7' } });
  const { customerNo } = await db
    .selectFrom('loanOrder')
    .select('customerNo')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  await channel.call(customerManage.signedIn, { customerNo, appVersion: '6.0.0' });
  const pages = ['/AdminContent/OrderDetailAudit/OrderDetail'];
  const { roleNo } = await addPerson(app.database, 'version.reader', { pages });
  await db.updateTable('role').set({ dataScope: 'ALL' }).where('roleNo', '=', roleNo).execute();
  const reader = await as(app, 'version.reader');
  const { details } = await reader.call(orderDetail.entry, { orderNo });
  expect(details?.entry).toMatchObject({ appName: 'Haraka', appVersion: '5.6.7' });
  expect((await reader.call(orderDetail.device, { orderNo })).content).toMatchObject({ appVersion: '5.6.7' });
});

it('refuses what is no answer, another merchant’s order, and an application that is decided', async () => {
  const refused = async (request: object) => await channel.refusalOf(intake.evidence, { orderNo, ...request });
  expect((await refused({ evidence: {} })).error).toBe('BAD_REQUEST');
  expect((await refused({ evidence: { FACE: { ...FACE, liveness: 'MAYBE' } } })).fields).toEqual([
    'evidence.FACE.liveness',
  ]);
  expect((await refused({ orderNo: 'LO9999999999', evidence: { FACE } })).error).toBe('ORDER_NOT_FOUND');
  await channel.call(intake.machineReview, { orderNo, isPassed: false, refuseCode: 'M101' });
  expect((await refused({ evidence: { FACE } })).error).toBe('ILLEGAL_TRANSITION');
});
