import { orderDetail, reveal, warning } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedLending } from '../../../seed/lending/index.ts';
import { storeDemoPictures } from '../../../seed/order-pictures.ts';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { allocateOrder, disburseOrder } from '../../lending/orders/index.ts';
import { approved, makeProduct, SUBJECTS } from '../../lending/orders/testing/lend.ts';
import { expectRefusal } from '../../payments/payments/testing/every-row.ts';
import { markSent, resolveAttempt } from '../../lending/payouts/index.ts';
import { evidenceOf } from './evidence.ts';
import { readPng } from '../../platform/pictures/index.ts';

const TABS = [
  'detail/contacts',
  'closeContacts',
  'operator',
  'detail/appList',
  'detail/location',
  'detail/device',
  'bvn',
  'detail/bank',
  'instancyContacts',
  'detail/borrowHistory',
  'detail/record',
  'detail/messages',
  'detail/logList',
  'language',
  'peopleAuditConfig/order',
];
let app: TestApp;
let lead: Person;
/** An order of the first merchant that was paid out, one that waits, one of the second merchant. */
const orders = { lent: '', waiting: '', foreign: '' };

const db = () => app.database.db;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  await seedLending(db(), { orders: 60, merchants: 2, seed: 5, now: new Date() });
  await storeDemoPictures(app.services.files.store);
  const pick = async (merchantNo: string, statuses: readonly ('DISBURSED' | 'CLOSED' | 'TO_ALLOCATE')[]) =>
    (
      await db()
        .selectFrom('loanOrder')
        .select('orderNo')
        .where('merchantNo', '=', merchantNo)
        .where('orderStatus', 'in', statuses)
        .orderBy('orderNo', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
    ).orderNo;
  orders.lent = await pick('M0001', ['DISBURSED']);
  orders.waiting = await pick('M0001', ['TO_ALLOCATE']);
  orders.foreign = await pick('M0002', ['DISBURSED', 'CLOSED']);
  lead = await as(app, 'wambui.gitau');
});
afterAll(() => app[Symbol.asyncDispose]());

const entryOf = (orderNo: string) => `loans/audit/detail/entry/${orderNo}`;

async function personWith(name: string, role: object, codes: readonly string[] = []) {
  const { userNo, roleNo } = await addPerson(app.database, name, { codes });
  await db()
    .updateTable('role')
    .set({ remark: 'of a test', ...role })
    .where('roleNo', '=', roleNo)
    .execute();
  await db().insertInto('userMerchant').values({ userNo, merchantNo: 'M0001' }).execute();
  return { userNo, person: await as(app, name) };
}

it('answers the first tab in one call: phones, numbers and accounts masked, names for readers who may', async () => {
  const { data, body } = await lead.get(entryOf(orders.lent));
  if (!data.header) throw new Error(String(body));
  const customer = await db()
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .select(['phone', 'idCardNo', 'customerName'])
    .where('orderNo', '=', orders.lent)
    .executeTakeFirstOrThrow();
  const text = JSON.stringify(data);
  expect(text).not.toContain(customer.phone);
  expect(text).not.toContain(customer.idCardNo);
  expect(data.header.customerName).toBe(customer.customerName);
  expect(data.timeline.length).toBeGreaterThan(3);
  expect(data.details.corporate).toHaveLength(2);
  expect(data.details.payee.attempts[0].attemptStatus).toBe('SUCCESS');
  for (const bill of data.plan) {
    const unpaid = Object.entries(bill).filter(([field]) => field.startsWith('unpaid'));
    const owed = unpaid.reduce((sum, [, cents]) => sum + Number(cents), 0);
    expect(owed).toBe(bill.amountDueCents);
    const gone = bill.actualPaidCents + bill.deductionCents + bill.couponCents;
    if (!bill.isRolledOver) expect(bill.billAmountCents - gone).toBe(bill.amountDueCents);
  }
  const { person } = await personWith('masked.reader', { isDesensitization: true });
  const seen = await person.get(entryOf(orders.lent));
  expect(seen.data.header.customerName).toContain('*');
  expect(JSON.stringify(seen.data)).not.toContain(customer.customerName);
});

it('says how the machine decided line by line, and not to roles that hide details', async () => {
  const { merchantNo } = await db()
    .selectFrom('loanOrder')
    .select('merchantNo')
    .where('orderNo', '=', orders.lent)
    .executeTakeFirstOrThrow();
  const line = { fieldKey: 'openOrders', operator: 'GT', threshold: '0', value: '1', isHit: true, decision: 'MANUAL' };
  const lines = [{ priority: 10, ruleName: 'Owes already', ...line }];
  await db()
    .insertInto('riskEvaluation')
    .values({
      orderNo: orders.lent,
      merchantNo,
      ruleId: null,
      versionNo: null,
      decision: 'MANUAL',
      decidedBy: 'Owes already',
      refuseCode: null,
      isHalted: false,
      facts: '{}',
      lines: JSON.stringify(lines),
      score: null,
      evaluatedAt: new Date(),
    })
    .execute();
  const { data } = await lead.get(entryOf(orders.lent));
  expect(data.machine).toMatchObject({ decision: 'MANUAL', decidedBy: 'Owes already', ruleSetCode: null, lines });
  const { person } = await personWith('no.machine', { orderDetailsHide: true });
  expect((await person.get(entryOf(orders.lent))).data.machine).toBeUndefined();
});

it('gives every tab of one’s own orders, and of others what a missing order gives', async () => {
  for (const tab of TABS) {
    const own = await lead.get(`loans/audit/${tab}/${orders.lent}`);
    expect([tab, own.code]).toEqual([tab, 0]);
  }
  const { person } = await personWith('first.merchant', {});
  for (const tab of ['detail/entry', 'detail/planBillList', ...TABS]) {
    const foreign = await person.get(`loans/audit/${tab}/${orders.foreign}`);
    const missing = await person.get(`loans/audit/${tab}/LO9999999999`);
    expect([tab, foreign.data.error, foreign.msg]).toEqual([tab, 'ORDER_NOT_FOUND', missing.msg]);
  }
});

it('hides the address book, or all but header and plan, from roles that hide them', async () => {
  const { person: noContacts } = await personWith('no.contacts', { addressBookHide: true });
  expect((await noContacts.get(orderDetail.closeContacts, { orderNo: orders.lent })).data.error).toBe(
    'ADDRESS_BOOK_HIDDEN',
  );
  expect((await noContacts.get(entryOf(orders.lent))).data.isAddressBookHidden).toBe(true);
  const { person: short } = await personWith('no.details', { orderDetailsHide: true });
  const { data } = await short.get(entryOf(orders.lent));
  expect([data.details, data.reviewConfig]).toEqual([null, null]);
  expect(data.plan.length).toBeGreaterThan(0);
  expect((await short.get(orderDetail.bvn, { orderNo: orders.lent })).data.error).toBe('ORDER_DETAILS_HIDDEN');
});

it('shows a picture by an address of a minute, the viewer’s name in its pixels, counted as a reveal', async () => {
  const request = { kind: 'order.selfie', subjectNo: orders.lent, purpose: 'VERIFY_IDENTITY' };
  const { data } = await lead.post(reveal.show, request);
  const shown = await lead.get(data.value);
  expect(shown.headers['content-type']).toBe('image/png');
  const { contentHash } = await db()
    .selectFrom('orderImage')
    .select('contentHash')
    .where('orderNo', '=', orders.lent)
    .where('imageKind', '=', 'SELFIE')
    .executeTakeFirstOrThrow();
  const chunks: Buffer[] = [];
  for await (const piece of await app.services.files.read(contentHash)) chunks.push(Buffer.from(piece));
  const original = readPng(Buffer.concat(chunks));
  const marked = readPng(shown.body);
  expect([marked?.width, marked?.height]).toEqual([original?.width, original?.height]);
  expect(Buffer.from(marked?.pixels ?? []).equals(Buffer.from(original?.pixels ?? []))).toBe(false);
  const forged = `${data.value.slice(0, -4)}AAAA`;
  expect((await lead.get(forged)).data.error).toBe('IMAGE_EXPIRED');
  const log = await lead.post(orderDetail.viewingSensitiveInfoRecord, { orderNo: orders.lent });
  expect(log.data[0]).toMatchObject({
    kind: 'order.selfie',
    outcome: 'SHOWN',
    realName: 'Wambui Gitau',
  });
});

it('shows why a passed order was not paid out, and warns who can send it, until the money is out', async () => {
  const productNo = await makeProduct(db());
  const people = { maker: 'U000002', checker: 'U000016' };
  const { orderNo } = await approved(db(), { productNo, ...people, approvedCents: 300_000 });
  const send = async (outcome: Parameters<typeof resolveAttempt>[3]) =>
    await db()
      .transaction()
      .execute(async (tx) => {
        const made = await disburseOrder(tx, orderNo, { makerUserNo: people.maker, checkerUserNo: people.checker });
        await markSent(tx, SUBJECTS, made);
        await resolveAttempt(tx, SUBJECTS, made, outcome);
      });
  await send({ isPaid: false, failCode: '2040', failReason: 'The receiver is not registered' });
  const { data } = await lead.get(entryOf(orderNo));
  expect(data.header.orderStatus).toBe('DISBURSE_FAILED');
  expect(data.details.payee.attempts).toMatchObject([
    { attemptStatus: 'FAILED', failCode: '2040', failReason: 'The receiver is not registered' },
  ]);
  const disburser = await as(app, 'disburser');
  const warnings = async () =>
    (await disburser.post(warning.page, listOf({ sourceType: 'PAYOUT_FAILED' }))).data.rows.filter(
      ({ subject }: { subject: string }) => subject.includes(orderNo),
    );
  expect(await warnings()).toMatchObject([
    {
      warningStatus: 'OPEN',
      subject: `Order ${orderNo} was approved but not disbursed: The receiver is not registered`,
      subjectPath: expect.stringContaining(`orderNo=${orderNo}`),
    },
  ]);
  await send({ isPaid: true, channelReference: 'QK1' });
  expect((await lead.get(entryOf(orderNo))).data.header.orderStatus).toBe('DISBURSED');
  const { warningNo, warningStatus } = found((await warnings())[0]);
  expect(warningStatus).toBe('RESOLVED');
  const told = app.database.db.selectFrom('domainEvent').select('topic');
  const events = await told.where('subjectType', '=', 'warning').where('subjectNo', '=', warningNo).execute();
  expect(events).toEqual([{ topic: 'warning.resolve' }]);
});

it('reveals one phone for show and copy to holders of the code alone', async () => {
  const asked = `loans/audit/detail/phone?orderNo=${orders.lent}&purpose=CALL_BACK`;
  expect((await lead.get(asked)).data).toMatch(/^254\d{9}$/);
  const { person } = await personWith('no.reveal', {});
  expect((await person.get(asked)).status).toBe(403);
});

it('hides address, numbers of contacts and places, each revealed by its own field', async () => {
  const orderNo = orders.lent;
  const addressLine = (await evidenceOf(db(), orderNo, 'PERSON')).content?.addressLine ?? '';
  const [friend] = (await evidenceOf(db(), orderNo, 'CONTACTS')).content ?? [];
  const [spot] = (await evidenceOf(db(), orderNo, 'LOCATION')).content ?? [];
  expect([addressLine, friend, spot]).not.toContain(undefined);
  const texts = [
    JSON.stringify((await lead.get(entryOf(orderNo))).data),
    JSON.stringify((await lead.get(orderDetail.location, { orderNo })).data),
    JSON.stringify((await lead.get(orderDetail.contacts, { orderNo })).data),
  ].join('\n');
  for (const plain of [addressLine, friend?.phone ?? '', spot?.address ?? '', String(spot?.latitude)]) {
    expect(plain).not.toBe('');
    expect(texts).not.toContain(plain);
  }
  const codes = ['audit:sensitive:reveal'];
  const fieldsOf = async (name: string, revealFields: string[]) =>
    (await personWith(name, { revealFields, dailyRevealBudget: 20, addressBookHide: false }, codes)).person;
  const one = await fieldsOf('reveals.address', ['address']);
  const two = await fieldsOf('reveals.rest', ['contacts', 'location']);
  const show = async (who: Person, kind: string, subjectNo: string) =>
    (await who.post(reveal.show, { kind, subjectNo, purpose: 'CALL_BACK' })).data;
  expect((await show(one, 'order.address', orderNo)).value).toContain(addressLine);
  expect((await show(two, 'order.contactPhone', `${orderNo}_1`)).value).toBe(friend?.phone);
  expect((await show(two, 'order.place', `${orderNo}_1`)).value).toContain(`${spot?.address} (${spot?.latitude}`);
  expect((await show(two, 'order.address', orderNo)).error).toBe('REVEAL_FIELD');
  expect((await show(one, 'order.contactPhone', `${orderNo}_1`)).error).toBe('REVEAL_FIELD');
  expect((await show(one, 'order.place', `${orderNo}_1`)).error).toBe('REVEAL_FIELD');
});

it('corrects entry data of one’s own review, by reason, once a version, after the checks', async () => {
  const { person, userNo } = await personWith('correcting.reviewer', {}, ['audit:order:update', 'audit:order:audit']);
  const update = (more: object) =>
    person.post(orderDetail.update, { orderNo: orders.waiting, reason: 'Payslip says so', ...more });
  expect((await update({ version: 0, employerName: 'Hospital' })).data.error).toBe('ORDER_NOT_YOURS');
  await db()
    .transaction()
    .execute((tx) => allocateOrder(tx, orders.waiting, userNo));
  const { version } = (await person.get(entryOf(orders.waiting))).data.header;
  expect((await update({ version, email: 'nobody' })).data.fields).toEqual([
    { field: 'email', msg: 'Invalid email address' },
  ]);
  const other = await db()
    .selectFrom('customer')
    .select(['phone', 'idCardNo', 'customerNo'])
    .where('merchantNo', '=', 'M0001')
    .where('customerNo', 'not in', (eb) =>
      eb.selectFrom('loanOrder').select('customerNo').where('orderNo', '=', orders.waiting),
    )
    .limit(1)
    .executeTakeFirstOrThrow();
  const taken = await update({ version, phone: other.phone });
  expect(taken.data.error).toBe('PHONE_OF_ANOTHER');
  const tables = ['customer', 'order_evidence', 'customer_blacklist'];
  await expectRefusal(db(), tables, 'ID_CARD_OF_ANOTHER', () => update({ version, idCardNo: other.idCardNo }));
  await db()
    .insertInto('customerBlacklist')
    .values({ merchantNo: 'M0001', listKind: 'PHONE', listValue: '254700000999', reason: 'Fraud ring' })
    .execute();
  expect((await update({ version, phone: '254700000999' })).data.error).toBe('CUSTOMER_BLACKLISTED');
  const done = await update({
    version,
    phone: '254711222333',
    employerName: 'Hospital',
    incomeCents: 5_500_000,
  });
  expect(done.data.changed).toEqual(['phone', 'employerName', 'incomeCents']);
  expect((await update({ version, employerName: 'Salon' })).data.error).toBe('STALE');
  const log = await person.get(orderDetail.logList, { orderNo: orders.waiting });
  expect(log.data[0]).toMatchObject({
    action: 'orderDetail.update',
    reason: 'Payslip says so',
    after: { phone: '25*******333' },
  });
});

it('issues a new repayment code and still knows the old one; finds faces, and logs who looked', async () => {
  const before = await lead.get(orderDetail.readRepaymentCode, { orderNo: orders.lent });
  const issued = await lead.post(orderDetail.issueRepaymentCode, { orderNo: orders.lent });
  expect(issued.data.repaymentCode).not.toBe(before.data.repaymentCode);
  const former = await db().selectFrom('formerRepaymentCode').selectAll().execute();
  expect(former).toMatchObject([{ repaymentCode: before.data.repaymentCode, orderNo: orders.lent }]);
  expect((await lead.post(orderDetail.issueRepaymentCode, { orderNo: orders.waiting })).data.error).toBe(
    'ILLEGAL_TRANSITION',
  );
  const faces = await lead.post(orderDetail.faceSearch, { orderNo: orders.lent });
  expect(faces.code).toBe(0);
  const logged = await lead.get(orderDetail.logList, { orderNo: orders.lent });
  expect(logged.data.map((each: { action: string }) => each.action)).toContain('orderDetail.faceSearch');
});
