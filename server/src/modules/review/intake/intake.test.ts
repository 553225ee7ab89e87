import { customerManage, intake } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { previewing } from '../../../../testing/test-previews.ts';
import { allocateOrder, orderMachine, returnOrder } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';

let app: TestApp;
let channel: Person;
let productNo: string;
let reviewer: string;
let phones = 0;
let customerNo: string;
beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const rights = { codes: ['audit:order:intake'] };
  const made = await addPerson(app.database, 'app.channel', rights);
  ({ userNo: reviewer } = await addPerson(app.database, 'app.reviewer'));
  const { db } = app.database;
  await db.updateTable('role').set({ dataScope: 'MERCHANTS' }).where('roleNo', '=', made.roleNo).execute();
  await db.insertInto('userMerchant').values({ userNo: made.userNo, merchantNo: 'M0001' }).execute();
  channel = previewing(app, await as(app, 'app.channel'));
  productNo = await makeProduct(db);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const person = (facts: object = {}) => ({
  merchantNo: 'M0001',
  phone: `25471100${String((phones += 1)).padStart(4, '0')}`,
  customerName: 'Akinyi Intake',
  idCardNo: '12345678',
  ...facts,
});
beforeEach(async () => {
  ({ customerNo } = (await channel.post(intake.customer, person())).data);
});

const application = (facts: object = {}) => ({
  customerNo,
  productNo,
  appliedCents: 300_000,
  payeePhone: '254712345678',
  payeeName: 'Akinyi Intake',
  ...facts,
});
async function applied(): Promise<string> {
  const { orderNo } = (await channel.post(intake.apply, application())).data;
  const { admittedUnder } = await app.database.db
    .selectFrom('loanOrder')
    .select('admittedUnder')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  // No limit bounds these: the one for anybody.
  expect(admittedUnder).toBe(-1);
  return orderNo;
}
const statusOf = async (orderNo: string) =>
  await app.database.db
    .selectFrom('orderEvent')
    .select(['command', 'toStatus', 'userNo'])
    .where('orderNo', '=', orderNo)
    .orderBy('eventId')
    .execute();

it('knows a customer by merchant and phone, and brings one who comes again up to date', async () => {
  const known = person({ county: 'Kisumu' });
  const first = await channel.post(intake.customer, known);
  const again = await channel.post(intake.customer, { ...known, county: null, payDay: 25 });
  expect([first.data.isNew, again.data]).toEqual([true, { customerNo: first.data.customerNo, isNew: false }]);
  const stored = await app.database.db
    .selectFrom('customer')
    .select(['county', 'payDay', 'customerName'])
    .where('customerNo', '=', first.data.customerNo)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ county: null, payDay: 25, customerName: 'Akinyi Intake' });
});

it('takes an application to the queue of reviewers, or to its refusal', async () => {
  const orderNo = await applied();
  const passed = await channel.post(intake.machineReview, { orderNo, isPassed: true });
  expect(passed.data).toEqual({ orderNo, orderStatus: 'TO_ALLOCATE', applyFrom: null });
  const other = await applied();
  const verdict = { orderNo: other, isPassed: false, refuseCode: 'M101' };
  const refused = await channel.post(intake.machineReview, verdict);
  expect(refused.data.orderStatus).toBe('MACHINE_REFUSED');
  expect(await statusOf(other)).toMatchObject([{ command: 'machineRefuse' }]);
  const twice = await channel.post(intake.machineReview, { orderNo, isPassed: true });
  expect(twice.data.error).toBe('ILLEGAL_TRANSITION');
});

it('tells the app from when whom the machine declined may apply again, the day until which it refuses them', async () => {
  const cooling = await makeProduct(app.database.db, { coolOffDays: 9 });
  const from = addDays(businessDateOf(new Date()), 9);
  const standing = async () => (await channel.call(customerManage.standing, { customerNo })).applyFrom;
  const { orderNo, ...taken } = await channel.call(intake.apply, application({ productNo: cooling }));
  expect([taken.applyFrom, await standing()]).toEqual([null, null]);
  const verdict = { orderNo, isPassed: false, refuseCode: 'M101' };
  const declined = { orderNo, orderStatus: 'MACHINE_REFUSED', applyFrom: from };
  expect(await channel.call(intake.machineReview, verdict)).toEqual(declined);
  expect(await standing()).toBe(from);
  // Of whatever product: it is the customer who waits.
  const { data } = await channel.post(intake.apply, application());
  expect(data).toMatchObject({ error: 'COOLING_OFF', facts: { from } });
});

it('refuses whom staff blocked, whatever the scorer says', async () => {
  const { db } = app.database;
  const orderNo = await applied();
  const { phone } = await db
    .selectFrom('customer')
    .select('phone')
    .where('customerNo', '=', customerNo)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('manualBlacklist')
    .values({
      subjectType: 'PHONE',
      subjectValue: phone,
      reasonCode: 'FRAUD',
      note: 'Forged payslips',
      merchantNo: null,
      evidenceIds: ['AT000001'],
      addedBy: reviewer,
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute();
  const { data } = await channel.post(intake.machineReview, { orderNo, isPassed: true });
  expect(data.orderStatus).toBe('MACHINE_REFUSED');
  const { refuseCode } = await db
    .selectFrom('loanOrder')
    .select('refuseCode')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(refuseCode).toBe('M101');
});

it('keeps by what the customer applied, for order lists and reports', async () => {
  const { orderNo } = (await channel.post(intake.apply, application({ incomingChannel: 'USSD' }))).data;
  const { incomingChannel } = await app.database.db
    .selectFrom('loanOrder')
    .select('incomingChannel')
    .where('orderNo', '=', orderNo)
    .executeTakeFirstOrThrow();
  expect(incomingChannel).toBe('USSD');
});

it('takes a returned application back while its days run, and no longer', async () => {
  const orderNo = await applied();
  await channel.post(intake.machineReview, { orderNo, isPassed: true });
  await app.database.db.transaction().execute(async (tx) => {
    await allocateOrder(tx, orderNo, reviewer, { userNo: reviewer });
    await returnOrder(tx, orderNo, 'The picture is blurred', { userNo: reviewer });
  });
  const until = (returnedUntil: Date) =>
    app.database.db.updateTable('loanOrder').set({ returnedUntil }).where('orderNo', '=', orderNo).execute();
  await until(new Date(Date.now() - 1000));
  const late = await channel.post(intake.handInAgain, { orderNo });
  expect(late.data.error).toBe('RETURN_OVER');
  await until(new Date(Date.now() + 60_000));
  const back = await channel.post(intake.handInAgain, { orderNo });
  expect(back.data).toEqual({ orderNo, orderStatus: 'TO_ALLOCATE', applyFrom: null });
});

it.each([
  ['an amount above the product', { appliedCents: 99_000_000_00 }, 'AMOUNT_INVALID'],
  ['cents', { appliedCents: 300_050 }, 'BAD_REQUEST'],
  ['a product nobody knows', { productNo: 'PR9999' }, 'PRODUCT_NOT_FOUND'],
  ['a customer nobody knows', { customerNo: 'C999999999' }, 'CUSTOMER_NOT_FOUND'],
  ['a way in that no dictionary knows', { incomingChannel: 'PIGEON' }, 'REFERENCE_UNKNOWN'],
])('refuses %s and writes nothing', async (_, facts, error) => {
  const answer = await channel.post(intake.apply, application(facts));
  expect(answer.data.error).toBe(error);
  const orders = await app.database.db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('customerNo', '=', customerNo)
    .execute();
  expect(orders).toEqual([]);
});

it('takes in each state of an order what its machine lists, and else moves no row', async () => {
  const { db } = app.database;
  const orderNo = await applied();
  const review = (more: object) => () => channel.post(intake.machineReview, { orderNo, ...more });
  const refused = await refuseUnlisted({
    db,
    machine: orderMachine,
    tables: ['order_allotment'],
    put: async (orderStatus) =>
      await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', orderNo).execute(),
    commands: {
      pass: { gives: ['machinePass'], call: review({ isPassed: true }) },
      refuse: { gives: ['machineRefuse'], call: review({ isPassed: false, refuseCode: 'M101' }) },
      handIn: {
        gives: ['handInAgain'],
        call: () => channel.post(intake.handInAgain, { orderNo }),
      },
    },
  });
  expect(refused).toBe(33);
});

it('sees no merchant but its own', async () => {
  const strange = await channel.post(intake.customer, person({ merchantNo: 'M0002' }));
  expect(strange.data.error).toBe('REFERENCE_UNKNOWN');
  const orderNo = await applied();
  await app.database.db.updateTable('loanOrder').set({ merchantNo: 'M0002' }).where('orderNo', '=', orderNo).execute();
  const foreign = await channel.post(intake.machineReview, { orderNo, isPassed: true });
  expect(foreign.data.error).toBe('ORDER_NOT_FOUND');
});
