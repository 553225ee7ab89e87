import { change, imports, job, riskList } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { machineReview, takeApplication } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

let app: TestApp;
let stop: () => Promise<void>;
let maker: Person;
let checker: Person;
let productNo: string;
let number = 0;
const today = businessDateOf(new Date());
const { approve } = change.changeFamilies.riskList;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  stop = await startJobWorker({ db: app.database.db, services: app.services, log: createLogger('silent') });
  productNo = await makeProduct(app.database.db);
  const codes = ['add', 'import', 'remove', 'check', 'audit'].map((code) => `risk:list:${code}`);
  const pages = ['/AdminContent/RiskControlSystem/ListManagement'];
  for (const name of ['risk.maker', 'risk.checker']) {
    await addPerson(app.database, name, { codes, pages, dailyRevealBudget: 20 });
  }
  // Lists are the lender's: who decides about them sees all merchants.
  await app.database.db.updateTable('role').set({ dataScope: 'ALL' }).where('roleName', 'like', 'role of %').execute();
  [maker, checker] = [await as(app, 'risk.maker'), await as(app, 'risk.checker')];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

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

it('counts for the merchants it names alone, whom the caller must see', async () => {
  const { merchantNo } = await app.database.db
    .selectFrom('loanProduct')
    .select('merchantNo')
    .where('productNo', '=', productNo)
    .executeTakeFirstOrThrow();
  const others = await app.database.db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '<>', merchantNo)
    .execute();
  const elsewhere = others[0]?.merchantNo ?? '';
  await add('254712000871', { merchantNos: [elsewhere] });
  expect((await applied('254712000871')).orderStatus).toBe('TO_ALLOCATE');
  await add('254712000872', { merchantNos: [merchantNo, elsewhere] });
  expect((await applied('254712000872')).orderStatus).toBe('MACHINE_REFUSED');
  expect((await add('254712000873', { merchantNos: ['M9999'] })).fields).toEqual([
    expect.objectContaining({ field: 'merchantNos' }),
  ]);
  const of = async (no: string) =>
    (
      await maker.call(riskList.page, {
        filters: { merchantNo: no, subjectValue: '254712000871' },
        page: 1,
        pageSize: 20,
        sort: null,
      })
    ).rows;
  expect(await of(merchantNo)).toEqual([]);
  expect((await of(elsewhere))[0]?.merchantNames).toHaveLength(1);
});

it('refuses the next application of who is on the black list, until two take them off', async () => {
  const phone = '254700000901';
  const { entryNo } = await add(phone);
  const refused = await applied(phone);
  expect(refused).toMatchObject({ orderStatus: 'MACHINE_REFUSED', refuseCode: 'M101' });
  expect(await rowsOf(phone)).toMatchObject([{ entryNo, hits: 1, listStatus: 'ACTIVE', allowedActions: ['remove'] }]);
  expect((await rowsOf(phone))[0].subjectValue).toContain('*');
  expect((await maker.get(riskList.detail, { entryNo })).data.orders).toMatchObject([{ orderNo: refused.orderNo }]);
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

it('spares no white customer whom staff blocked by hand', async () => {
  const phone = '254700000917';
  const { changeNo } = await add(phone, { listType: 'WHITE' });
  await checker.post(approve.path, { changeNo });
  const { db } = app.database;
  const { userNo } = await db.selectFrom('appUser').select('userNo').limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto('manualBlacklist')
    .values({
      subjectType: 'PHONE',
      subjectValue: phone,
      reasonCode: 'FRAUD',
      note: 'Forged payslips',
      merchantNo: null,
      evidenceIds: ['AT000001'],
      addedBy: userNo,
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute();
  expect(await applied(phone)).toMatchObject({ orderStatus: 'MACHINE_REFUSED', refuseCode: 'M101' });
});

it('shows every other entry of a person, and finds entries that met nobody in a year', async () => {
  const phone = '254700000904';
  const first = await add(phone, { listType: 'GREY', note: 'Two phones' });
  const { orderNo } = await applied('254700000991');
  const met = { entryNo: first.entryNo, orderNo, happenedAt: new Date() };
  await app.database.db.insertInto('riskListHit').values(met).execute();
  const { changeNo } = (await maker.post(riskList.remove.path, { entryNo: first.entryNo, reason: 'Cleared' })).data;
  expect((await checker.post(approve.path, { changeNo })).code).toBe(0);
  const { entryNo } = await add(phone);
  const { others, orders } = await maker.call(riskList.detail, { entryNo });
  expect(others).toMatchObject([
    { entryNo: first.entryNo, listType: 'GREY', listStatus: 'REMOVED', note: 'Two phones', hits: 0 },
  ]);
  // What the earlier entry met is the person's, too.
  expect(orders).toMatchObject([{ orderNo, entryNo: first.entryNo, listName: 'Grey list' }]);
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

/** What became of a job's items, once it ended. */
async function itemsOf(person: Person, jobNo: string) {
  await expect
    .poll(async () => (await person.call(job.detail, { jobNo })).finishedAt, { timeout: 20_000 })
    .toEqual(expect.any(String));
  return (await person.call(job.items, { jobNo, page: 1, pageSize: 50 })).rows;
}
/** The checker approves, and the job that this starts ends. */
async function approved(changeNo: string) {
  await checker.call(change.changeFamilies.riskList.approve, { changeNo });
  const { rows } = await checker.call(job.page, { filters: {}, page: 1, pageSize: 20, sort: null });
  return await itemsOf(checker, rows[0]?.jobNo ?? '');
}
const statusOf = async (phone: string) => (await rowsOf(phone))[0]?.listStatus;

it('removes many once another approved, each with its own result', async () => {
  const [one, other, gone] = ['254700000911', '254700000912', '254700000913'];
  const entryNos = [];
  for (const phone of [one, other, gone]) entryNos.push((await add(phone)).entryNo);
  const earlier = await maker.call(riskList.remove, { entryNo: entryNos[2], reason: 'Cleared' });
  await checker.call(approve, { changeNo: earlier.changeNo });
  const { changeNo, items } = await maker.call(riskList.removeMany, { entryNos, reason: 'Cleared by the bureau' });
  expect(items.map(({ error }) => error)).toEqual([null, null, 'ILLEGAL_TRANSITION']);
  expect(await statusOf(one)).toBe('ACTIVE');
  const results = await approved(changeNo);
  expect(results.map(({ itemStatus }) => itemStatus)).toEqual(['SUCCESS', 'SUCCESS', 'FAILURE']);
  expect([await statusOf(one), await statusOf(other)]).toEqual(['REMOVED', 'REMOVED']);
  const { history } = await maker.call(riskList.detail, { entryNo: entryNos[0] });
  expect(history[0]).toMatchObject({ action: 'riskList.removed', reason: 'Cleared by the bureau' });
  const again = await maker.refusalOf(riskList.removeMany, { entryNos, reason: 'Again' });
  expect(again).toMatchObject({ error: 'ILLEGAL_TRANSITION', fields: ['entryNos'] });
  const unknown = await maker.refusalOf(riskList.removeMany, { entryNos: ['RL999999999'], reason: 'Nobody' });
  expect(unknown.error).toBe('BLACKLIST_NOT_FOUND');
});

it('extends active entries to a later day alone, white ones to 180 days', async () => {
  const [black, white] = ['254700000921', '254700000922'];
  const { entryNo } = await add(black);
  await checker.call(approve, { changeNo: (await add(white, { listType: 'WHITE' })).changeNo });
  const entryNos = [entryNo, (await rowsOf(white))[0]?.entryNo ?? ''];
  const extend = (days: number) => ({ entryNos, expiresOn: addDays(today, days), reason: 'Still a risk' });
  expect((await maker.refusalOf(riskList.extendMany, extend(30))).error).toBe('BAD_REQUEST');
  const { changeNo, items } = await maker.call(riskList.extendMany, extend(200));
  expect(items.map(({ error }) => error)).toEqual([null, 'BAD_REQUEST']);
  expect((await approved(changeNo)).map(({ itemStatus }) => itemStatus)).toEqual(['SUCCESS', 'FAILURE']);
  const endOf = async (phone: string) => businessDateOf(new Date((await rowsOf(phone))[0]?.expiresAt ?? 0));
  expect(await endOf(black)).toBe(addDays(today, 201));
  expect(await endOf(white)).toBe(addDays(today, 31));
  await app.database.db
    .updateTable('riskListEntry')
    .set({ addedAt: new Date(Date.now() - 3_000), expiresAt: new Date(Date.now() - 1_000) })
    .where('entryNo', '=', entryNo)
    .execute();
  const ended = await maker.refusalOf(riskList.extendMany, { ...extend(300), entryNos: [entryNo] });
  expect(ended.error).toBe('ILLEGAL_TRANSITION');
});

it('lists the rows of a file once another approved them, and tells each faulty row', async () => {
  const [listed, black, white] = ['254700000931', '254700000932', '254700000933'];
  await add(listed, { listType: 'GREY' });
  const expiresOn = addDays(today, 90);
  const row = (subjectValue: string, more: object = {}) => ({
    listType: 'BLACK',
    subjectType: 'PHONE',
    subjectValue,
    expiresOn,
    note: 'From the bureau',
    ...more,
  });
  const rows = [
    row(black),
    row(white, { listType: 'WHITE' }),
    row(listed),
    row('0712'),
    row('254700000934', { listType: 'WHITE', expiresOn: addDays(today, 181) }),
  ];
  const { jobNo } = await maker.call(imports.apply, { kind: 'riskLists.import', rows });
  const read = await itemsOf(maker, jobNo);
  expect(read.map(({ itemStatus }) => itemStatus)).toEqual(['SUCCESS', 'SUCCESS', 'FAILURE', 'FAILURE', 'FAILURE']);
  expect(read[2]?.reason).toMatch(/list/i);
  expect(await rowsOf(black)).toEqual([]);
  const whole = { filters: { changeState: 'PENDING' }, page: 1, pageSize: 100, sort: null } as const;
  const requestOf = async () =>
    (await checker.call(change.changeFamilies.riskList.page, whole)).rows.find(
      ({ subjectName }) => subjectName === jobNo,
    );
  await expect.poll(requestOf, { timeout: 20_000 }).toBeDefined();
  const request = await requestOf();
  expect(request?.after).toEqual({ black: 1, grey: 0, white: 1 });
  expect((await approved(request?.changeNo ?? '')).map(({ itemStatus }) => itemStatus)).toEqual(['SUCCESS', 'SUCCESS']);
  expect(await rowsOf(black)).toMatchObject([{ listSource: 'IMPORT', listStatus: 'ACTIVE', note: 'From the bureau' }]);
  expect(await rowsOf(white)).toMatchObject([{ listType: 'WHITE' }]);
});

it('keeps entries on lists with a name, whose type says what they do', async () => {
  const form = { listCode: 'PAYROLL_FRAUD', listName: 'Payroll fraud', listType: 'BLACK' } as const;
  const { version } = await maker.call(riskList.saveList, form);
  expect((await maker.refusalOf(riskList.saveList, form)).error).toBe('LIST_EXISTS');
  const renamed = { ...form, listName: 'Forged payslips' };
  await maker.call(riskList.saveList, { ...renamed, version });
  expect((await maker.refusalOf(riskList.saveList, { ...renamed, version })).error).toBe('STALE');
  expect((await maker.refusalOf(riskList.saveList, { ...renamed, listType: 'WHITE', version: 2 })).error).toBe('STALE');
  const phone = '254700000941';
  expect((await add(phone, { listType: 'GREY', listCode: form.listCode })).fields).toEqual([
    expect.objectContaining({ field: 'listCode' }),
  ]);
  const { entryNo } = await add(phone, { listCode: form.listCode });
  const read = await maker.call(riskList.page, {
    filters: { listCode: form.listCode },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(read.rows).toMatchObject([{ entryNo, listName: 'Forged payslips', listType: 'BLACK' }]);
  // One list at a time, of whatever name.
  expect((await add(phone)).error).toBe('LISTED_ELSEWHERE');
  expect((await applied(phone)).orderStatus).toBe('MACHINE_REFUSED');
  const lists = await maker.call(riskList.lists, {});
  expect(lists.find(({ listCode }) => listCode === form.listCode)).toMatchObject({ activeEntries: 1, hits: 1 });
  const { entries } = await maker.call(riskList.check, { subjectType: 'PHONE', subjectValue: phone });
  expect(entries).toMatchObject([{ entryNo, listName: 'Forged payslips' }]);
});
