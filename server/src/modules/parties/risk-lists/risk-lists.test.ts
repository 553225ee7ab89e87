import { change, riskList } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { machineReview, takeApplication } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let maker: Person;
let checker: Person;
let productNo: string;
let number = 0;
const today = businessDateOf(new Date());
const { approve } = change.changeFamilies.riskList;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  productNo = await makeProduct(app.database.db);
  const codes = ['add', 'remove', 'check', 'audit'].map((code) => `risk:list:${code}`);
  const pages = ['/AdminContent/RiskControlSystem/ListManagement'];
  for (const name of ['risk.maker', 'risk.checker']) {
    await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 20 });
  }
  // Lists are the lender's: who decides about them sees all merchants.
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'risk.maker'), await as(app, 'risk.checker')];
});
afterAll(async () => await app[Symbol.asyncDispose]());

const add = async (subjectValue: string, more: object = {}) =>
  (
    await maker.post(riskList.add.path, {
      listType: 'BLACK',
      subjectType: 'PHONE',
      subjectValue,
      listSource: 'MANUAL',
      expiresOn: addDays(today, 30),
      note: 'Forged payslips',
      ...more,
    })
  ).data;
const rowsOf = async (subjectValue: string) =>
  (await maker.post(riskList.page.path, listOf({ subjectValue }))).data.rows;

/** An application of a new customer with a phone, after the machine said yes. */
async function applied(phone: string) {
  const { db } = app.database;
  number += 1;
  const { merchantNo } = await db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  return await db.transaction().execute(async (tx) => {
    const { customerNo } = await tx
      .insertInto('customer')
      .values({ merchantNo, phone, customerName: 'Wanjiku Otieno', idCardNo: `3990000${number}` } as never)
      .returning('customerNo')
      .executeTakeFirstOrThrow();
    const payee = { phone, name: 'Wanjiku Otieno' };
    const orderNo = await takeApplication(tx, { customerNo, productNo, appliedCents: 300_000, payee });
    const { orderStatus, refuseCode } = await machineReview(tx, orderNo, { isPassed: true });
    const { isWhitelisted } = await tx
      .selectFrom('loanOrder')
      .select('isWhitelisted')
      .where('orderNo', '=', orderNo)
      .executeTakeFirstOrThrow();
    return { orderNo, orderStatus, refuseCode, isWhitelisted };
  });
}

it('refuses the next application of who is on the black list, until two take them off', async () => {
  const phone = '254700000901';
  const { entryNo } = await add(phone);
  const refused = await applied(phone);
  expect(refused).toMatchObject({ orderStatus: 'MACHINE_REFUSED', refuseCode: 'M101' });
  expect(await rowsOf(phone)).toMatchObject([{ entryNo, hits: 1, listStatus: 'ACTIVE', allowedActions: ['remove'] }]);
  expect((await rowsOf(phone))[0].subjectValue).toContain('*');
  expect((await maker.get(`riskRule/list/entry/${entryNo}`)).data.orders).toMatchObject([{ orderNo: refused.orderNo }]);
  expect((await add(phone)).error).toBe('BLACKLIST_EXISTS');
  expect((await add(phone, { listType: 'GREY' })).error).toBe('LISTED_ELSEWHERE');
  const checked = (await maker.post(riskList.check.path, { subjectType: 'PHONE', subjectValue: phone })).data;
  expect(checked.entries).toMatchObject([{ entryNo, listType: 'BLACK' }]);
  const { changeNo } = (await maker.post(riskList.remove.path, { entryNo, reason: 'Appeal accepted' })).data;
  expect((await maker.post(approve.path, { changeNo })).code).not.toBe(0);
  expect((await checker.post(approve.path, { changeNo })).code).toBe(0);
  expect(await rowsOf(phone)).toMatchObject([{ listStatus: 'REMOVED', allowedActions: [] }]);
  expect((await maker.post(riskList.remove.path, { entryNo, reason: 'Again' })).data.error).toBe('ILLEGAL_TRANSITION');
});

it('marks orders of white customers once somebody else agreed, and lets grey ones through', async () => {
  const [white, grey] = ['254700000902', '254700000903'];
  expect((await maker.post(riskList.add.path, { listType: 'WHITE' })).status).toBe(400);
  expect((await add(white, { listType: 'WHITE', expiresOn: addDays(today, 181) })).error).toBe('BAD_REQUEST');
  const { entryNo, changeNo } = await add(white, { listType: 'WHITE' });
  expect(entryNo).toBeNull();
  expect(await rowsOf(white)).toEqual([]);
  expect((await checker.post(approve.path, { changeNo })).code).toBe(0);
  expect(await applied(white)).toMatchObject({ orderStatus: 'TO_ALLOCATE', isWhitelisted: true });
  await add(grey, { listType: 'GREY' });
  expect(await applied(grey)).toMatchObject({ orderStatus: 'TO_ALLOCATE', isWhitelisted: false });
  expect(await rowsOf(grey)).toMatchObject([{ hits: 1 }]);
});

it('shows every other entry of a person, and finds entries that met nobody in a year', async () => {
  const phone = '254700000904';
  const first = await add(phone, { listType: 'GREY', note: 'Two phones' });
  const { changeNo } = (await maker.post(riskList.remove.path, { entryNo: first.entryNo, reason: 'Cleared' })).data;
  expect((await checker.post(approve.path, { changeNo })).code).toBe(0);
  const { entryNo } = await add(phone);
  const { others } = await maker.call(riskList.detail, { entryNo });
  expect(others).toMatchObject([
    { entryNo: first.entryNo, listType: 'GREY', listStatus: 'REMOVED', note: 'Two phones', hits: 0 },
  ]);
  const { db } = app.database;
  const idle = async (isIdle: boolean) =>
    (await maker.post(riskList.page.path, listOf({ isIdle, subjectValue: phone }))).data.rows.map(
      (row: riskList.RiskListRow) => row.entryNo,
    );
  expect(await idle(true)).toEqual([]);
  const longAgo = new Date(Date.now() - 400 * 86_400_000);
  await db.updateTable('riskListEntry').set({ addedAt: longAgo }).where('subjectValue', '=', phone).execute();
  // The removed one is proposed no more.
  expect(await idle(true)).toEqual([entryNo]);
  expect(await idle(false)).toEqual([first.entryNo]);
  await applied(phone);
  expect(await idle(true)).toEqual([]);
  expect((await maker.post(riskList.page.path, listOf({ entryNo }))).data.rows).toHaveLength(1);
});
