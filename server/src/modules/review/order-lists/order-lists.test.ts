import { auditAllot, auditOrder, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import type { RowAlternative } from '../../../http/implement.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { allocateOrder, passOrder, refuseOrder, returnOrder } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { findOrders } from './find.ts';
import { applyFor, productOf } from './testing/application.ts';

const REVIEWER = 'U000002';
const DAY_MS = 86_400_000;
let app: TestApp;
let lead: Person;
let reviewer: Person;
let service: Person;
let stop: () => Promise<void>;
/** Orders by what became of them. */
const made: Record<'waiting' | 'mine' | 'refused' | 'passed' | 'returned' | 'machine' | 'foreign', string> = {
  waiting: '',
  mine: '',
  refused: '',
  passed: '',
  returned: '',
  machine: '',
  foreign: '',
};

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const productNo = await makeProduct(db);
  const of = { productNo, at: new Date(Date.now() - 2 * DAY_MS) };
  made.waiting = await applyFor(db, {
    ...of,
    customerName: 'Achieng Ouma',
    phone: '254711000001',
    idCardNo: '11223344',
  });
  made.mine = await applyFor(db, { ...of, customerName: 'Achieng Atieno' });
  made.refused = await applyFor(db, { ...of, customerName: 'Baraka Refused' });
  made.passed = await applyFor(db, { ...of, customerName: 'Chebet Passed', appliedCents: 700_000 });
  made.returned = await applyFor(db, { ...of, customerName: 'Daudi Returned' });
  made.machine = await applyFor(db, { ...of, verdict: 'REFUSED', customerName: 'Esther Machine' });
  const foreign = await productOf(db, 'M0003', productNo);
  made.foreign = await applyFor(db, {
    productNo: foreign,
    merchantNo: 'M0003',
    phone: '254711000009',
    idCardNo: '99887766',
  });
  await db.transaction().execute(async (tx) => {
    for (const orderNo of [made.mine, made.refused, made.passed, made.returned]) {
      await allocateOrder(tx, orderNo, REVIEWER, { userNo: 'U000012' });
    }
    const acting = { userNo: REVIEWER, at: new Date(Date.now() + 60_000) };
    await refuseOrder(tx, made.refused, { refuseCode: 'R05', remark: 'No income' }, acting);
    await passOrder(tx, made.passed, { approvedCents: 600_000 }, acting);
    await returnOrder(tx, made.returned, 'Picture', acting);
  });
  await db
    .updateTable('loanOrder')
    .set({ modelLevel: 'B1', incomingChannel: 'APP', thirdPartyOrderNo: 'TP-77' })
    .where('orderNo', '=', made.passed)
    .execute();
  [lead, reviewer, service] = [await as(app, 'wambui.gitau'), await as(app, 'reviewer'), await as(app, 'service')];
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const manage = async (filters: object, by = lead, sort: object | null = null) =>
  (await by.post(auditOrder.manageList, listOf(filters, sort))).data;
const numbers = (reply: { rows: { orderNo: string }[] }) => reply.rows.map((row) => row.orderNo);

describe('every order', () => {
  it('is found by each of its filters', async () => {
    const found = async (filters: object) => numbers(await manage(filters)).sort();
    expect(await found({ orderNo: made.passed.toLowerCase() })).toEqual([made.passed]);
    expect(await found({ orderNo: `${made.passed}, TP-77\n${made.mine};LO404` })).toEqual(
      [made.mine, made.passed].sort(),
    );
    expect(await found({ thirdPartyOrderNo: 'TP-77' })).toEqual([made.passed]);
    expect(await found({ customerName: 'achieng' })).toEqual([made.mine, made.waiting].sort());
    expect(await found({ phone: '254711000001' })).toEqual([made.waiting]);
    expect(await found({ idCardNo: '11223344' })).toEqual([made.waiting]);
    expect(await found({ orderStatus: 'REFUSED' })).toEqual([made.refused]);
    expect(await found({ orderStatus: 'MACHINE' })).toEqual([made.machine]);
    expect(await found({ refuseCode: 'R05' })).toEqual([made.refused]);
    const { parentCode } = await app.database.db
      .selectFrom('refuseCode')
      .select('parentCode')
      .where('refuseCode', '=', 'R05')
      .executeTakeFirstOrThrow();
    expect(await found({ refuseCode: parentCode })).toContain(made.refused);
    expect(await found({ modelLevel: 'B1', incomingChannel: 'APP', whitelistFlag: false })).toEqual([made.passed]);
    expect(await found({ auditorUserNo: REVIEWER, orderStatus: 'PENDING_REVIEW' })).toEqual([made.mine]);
    expect(await found({ merchantNo: 'M0003' })).toEqual([made.foreign]);
    const day = new Date(Date.now() - 2 * DAY_MS + 3 * 3_600_000).toISOString().slice(0, 10);
    expect((await found({ applyTime: { from: day, to: day } })).length).toBe(6);
    expect(await found({ lendingTime: { from: day, to: day } })).toEqual([]);
  });

  it('is found from anywhere by number, phone or ID number, by whoever may open it', async () => {
    const find = async (by: object, person = lead) => (await person.post(auditOrder.find, by)).data;
    expect(await find({ phone: '254711000001' })).toMatchObject([
      { orderNo: made.waiting, statusLabel: expect.any(String) },
    ]);
    expect(numbers({ rows: await find({ idCardNo: '11223344' }) })).toEqual([made.waiting]);
    expect(numbers({ rows: await find({ orderNo: made.refused }) })).toEqual([made.refused]);
    expect(await find({ orderNo: 'LO9999999999' })).toEqual([]);
    expect((await find({ orderNo: made.refused, phone: '254711000001' })).error).toBe('BAD_REQUEST');
    expect((await find({ phone: '254711000001' }, await as(app, 'plugindev'))).error).toBe('REVEAL_BUDGET');
  });

  it('says what is wrong with a filter beside it', async () => {
    const refusal = async (filters: object) => (await lead.post(auditOrder.manageList, listOf(filters))).data.fields[0];
    expect(await refusal({ phone: '0711000001' })).toEqual({
      field: 'filters.phone',
      msg: '254 plus 9 digits, e.g. 254712345678',
    });
    expect((await refusal({ idCardNo: '123' })).msg).toBe('7 to 9 digits, e.g. 12345678');
    const many = Array.from({ length: 101 }, (_, index) => `LO${index}`).join(',');
    expect((await refusal({ orderNo: many })).msg).toBe('At most 100 at a time');
    expect((await refusal({ applyTime: { from: '2026-02-02', to: '2026-02-01' } })).msg).toBe(
      'The end date is before the start date',
    );
  });

  it('leaves the server masked, with what the caller may do now', async () => {
    const [row] = (await manage({ orderNo: made.refused })).rows;
    expect(row).toMatchObject({
      customerName: 'Baraka Refused',
      refuseCode: 'R05',
      denialReason: 'Income does not carry the loan',
      auditorName: 'Otieno Odhiambo',
      term: 30,
      installments: 1,
      allowedActions: ['applyReReview', 'detail', 'log'],
    });
    expect(row.phone).toMatch(/^25\*+\d{3}$/);
    expect(row.idCardNo).toMatch(/^\d{2}\*{4}\d{2}$/);
    const [own] = (await manage({ orderNo: made.mine }, reviewer)).rows;
    expect(own.allowedActions).toEqual(['review', 'release', 'followUp', 'detail', 'log']);
    const [waiting] = (await manage({ orderNo: made.waiting })).rows;
    expect(waiting.allowedActions).toEqual(['allocate', 'detail', 'log']);
  });

  it('of another merchant is nowhere', async () => {
    expect(numbers(await manage({ orderNo: made.foreign }, reviewer))).toEqual([]);
    expect(numbers(await manage({ phone: '254711000009' }, reviewer))).toEqual([]);
    const log = await reviewer.get(auditOrder.log, { orderNo: made.foreign });
    const unknown = await reviewer.get(auditOrder.log, { orderNo: 'LO404' });
    expect([log.code, log.msg]).toEqual([unknown.code, unknown.msg]);
    const summary = await reviewer.get(auditOrder.manageSummary, { merchantNo: 'M0003' });
    expect(summary.data.statuses).toEqual([]);
  });

  it('sorts by times that some do not have yet, these last', async () => {
    const byAudit = numbers(await manage({}, lead, { field: 'auditTime', direction: 'asc' }));
    expect(byAudit.slice(0, 2).sort()).toEqual([made.passed, made.refused].sort());
    expect(byAudit).toHaveLength(7);
    const pageTwo = await lead.post(auditOrder.manageList, {
      filters: {},
      page: 2,
      pageSize: 20,
      sort: {
        field: 'lendingTime',
        direction: 'desc',
      },
    });
    expect(pageTwo.data.rows).toEqual([]);
  });

  it('is added up by status and by day', async () => {
    const { data } = await lead.get(auditOrder.manageSummary);
    const passed = { orderStatus: 'PENDING_DISBURSEMENT', count: 1, loanAmountCents: 700_000 };
    expect(data.statuses).toContainEqual(passed);
    expect(data).toMatchObject({ isExact: true });
    expect(data.days.at(-1)).toMatchObject({ applied: 6, toReview: 5, passed: 1, disbursed: 0 });
  });

  it('is added up by what the list is filtered by', async () => {
    const sums = async (filters: object) => (await lead.get(auditOrder.manageSummary, filters)).data.statuses;
    const passed = [{ orderStatus: 'PENDING_DISBURSEMENT', count: 1, loanAmountCents: 700_000 }];
    for (const filters of [
      { modelLevel: 'B1' },
      { incomingChannel: 'APP' },
      { auditorUserNo: REVIEWER, modelLevel: 'B1', whitelistFlag: false },
    ]) {
      expect([filters, await sums(filters)]).toEqual([filters, passed]);
    }
    expect(await sums({ modelLevel: 'B1', whitelistFlag: true })).toEqual([]);
    expect(await sums({ lendingFrom: '2020-01-01' })).toEqual([]);
  });

  it('leaves as a file, masked, by those who hold code and page', async () => {
    const request = { format: 'csv', filters: { refuseCode: 'R05' }, sort: null };
    const { data } = await lead.post(auditOrder.manageExport, request);
    const status = async () => (await lead.get(job.detail, { jobNo: data.jobNo })).data.jobStatus;
    await expect.poll(status).toBe('SUCCESS');
    const lines = (await lead.get(job.file, { jobNo: data.jobNo })).body.toString().trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Denial reason');
    expect(lines[1]).toContain('5000.00');
    expect(lines[1]).not.toMatch(/2547\d{8}/);
    const exporter = await exportsOnly();
    expect((await exporter.post(auditOrder.manageExport, request)).status).toBe(403);
    const short = { format: 'csv', filters: {}, sort: null };
    expect((await exporter.post(auditOrder.abridgmentExport, short)).code).toBe(0);
  });

  it('shows names in full in a file, and nowhere else, to whom a role grants unmasked exports', async () => {
    const { db } = app.database;
    const { roleNo } = await addPerson(app.database, 'file.taker', {
      pages: ['/AdminContent/AuditSystem/OrderManagement'],
      codes: ['audit:order:export'],
    });
    const role = db.updateTable('role').where('roleNo', '=', roleNo);
    await role.set({ dataScope: 'ALL' }).execute();
    const taker = await as(app, 'file.taker');
    const request = { format: 'csv', filters: { refuseCode: 'R05' }, sort: null };
    const fileAndList = async () => {
      const { data } = await taker.post(auditOrder.manageExport, request);
      const status = async () => (await taker.get(job.detail, { jobNo: data.jobNo })).data.jobStatus;
      await expect.poll(status).toBe('SUCCESS');
      const file = (await taker.get(job.file, { jobNo: data.jobNo })).body.toString();
      const { filters, sort } = request;
      const list = await taker.post(auditOrder.manageList, { filters, sort, page: 1, pageSize: 20 });
      return [file.includes('Baraka Refused'), list.data.rows.map((row: { customerName: string }) => row.customerName)];
    };
    expect(await fileAndList()).toEqual([false, ['Ba**********ed']]);
    await role.set({ unmaskedExport: true }).execute();
    expect(await fileAndList()).toEqual([true, ['Ba**********ed']]);
  });
});

/** Somebody of customer service who may export. */
async function exportsOnly(): Promise<Person> {
  const { db } = app.database;
  await db.insertInto('roleCode').values({ roleNo: 'R-007', code: 'audit:order:export' }).execute();
  await db
    .updateTable('rightsEpoch')
    .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
    .execute();
  return await as(app, 'service');
}

describe('a data rule', () => {
  const seen = async (rule: RowAlternative) => {
    const scope = { merchantNos: ['M0001', 'M0003'], rows: [[rule]] };
    const all = { offset: 0, limit: 100 };
    return (await findOrders(app.database.db, scope, {}, null, all)).orderNos;
  };

  it('cuts to one’s own, to a department’s, to merchants', async () => {
    const own = [made.mine, made.refused, made.passed, made.returned].sort();
    expect([...(await seen({ userNo: REVIEWER }))].sort()).toEqual(own);
    expect([...(await seen({ deptNos: ['D0002'] }))].sort()).toEqual(own);
    expect(await seen({ deptNos: ['D0006'] })).toEqual([]);
    expect(await seen({ merchantNos: ['M0003'] })).toEqual([made.foreign]);
    expect(await seen({ merchantNos: ['M0003'], userNo: REVIEWER })).toEqual([]);
  });
});

describe('the short view', () => {
  const list = async (filters: object) => (await service.post(auditOrder.abridgmentList, listOf(filters))).data;

  it('says where an application is and what may be told, and not a field more', async () => {
    const { rows } = await list({ orderNo: made.refused });
    expect(Object.keys(rows[0]).sort()).toEqual([
      'applyTime',
      'customerName',
      'lendingTime',
      'loanAmountCents',
      'loanType',
      'merchantName',
      'orderNo',
      'orderStatus',
      'phone',
      'productName',
      'sentence',
    ]);
    expect(rows[0].customerName).toMatch(/^Ba\*+ed$/);
    expect(rows[0].sentence.en).toMatch(
      /^Your application was not approved. You can apply again from \d+ \w+ \d{4}\.$/,
    );
    expect(rows[0].sentence.sw).toContain('Unaweza kuomba tena');
    const returned = (await list({ orderNo: made.returned })).rows[0];
    expect(returned.sentence.en).toMatch(/Resubmit it by \d+ \w+ \d{4}\.$/);
    expect(JSON.stringify(rows)).not.toMatch(/R05|Income|Otieno/);
  });

  it('finds by exact keys alone, and answers for foreign orders as for none', async () => {
    expect((await list({ phone: '254711000001' })).total).toBe(1);
    expect(await list({ phone: '254711000009' })).toEqual(await list({ phone: '254711999999' }));
    const foreign = await service.get(auditOrder.abridgmentDetail, { orderNo: made.foreign });
    const none = await service.get(auditOrder.abridgmentDetail, { orderNo: 'LO404' });
    expect(foreign.msg).toBe('Order number not found among your merchants');
    expect([foreign.status, foreign.code, foreign.msg]).toEqual([none.status, none.code, none.msg]);
  });

  it('logs who opened an order, and tells its way without what happens inside', async () => {
    const { data } = await service.get(auditOrder.abridgmentDetail, { orderNo: made.passed });
    expect(data.path.map((step: { orderStatus: string }) => step.orderStatus)).toEqual([
      'MACHINE_REVIEW',
      'PENDING_REVIEW',
      'PENDING_DISBURSEMENT',
    ]);
    const logged = await app.database.db
      .selectFrom('auditLog')
      .select(['userNo', 'action'])
      .where('subjectNo', '=', made.passed)
      .execute();
    expect(logged).toEqual([{ userNo: 'U000007', action: 'auditOrder.abridgmentOpened' }]);
  });

  it('opens nothing of the other lists', async () => {
    expect((await service.post(auditOrder.manageList, listOf({}))).status).toBe(403);
    expect((await service.get(auditOrder.log, { orderNo: made.passed })).status).toBe(403);
  });
});

describe('one’s own queue', () => {
  const own = async (filters: object, by = reviewer) => (await by.post(auditOrder.myPage, listOf(filters))).data;

  it('holds what the caller has and what they decided, nobody else’s', async () => {
    expect(numbers(await own({ tab: 'PENDING' }))).toEqual([made.mine]);
    const done = await own({ tab: 'DONE' });
    expect(numbers(done).sort()).toEqual([made.passed, made.refused, made.returned].sort());
    const passed = found(done.rows.find((row) => row.orderNo === made.passed));
    expect(passed).toMatchObject({ auditResult: 'PASS', approvedAmountCents: 600_000 });
    expect(passed.durationSeconds).toBeGreaterThan(50);
    expect(numbers(await own({ tab: 'DONE', auditResult: 'REJECT' }))).toEqual([made.returned]);
    expect((await own({ tab: 'PENDING' }, lead)).rows).toEqual([]);
    expect((await own({ tab: 'DONE' }, lead)).rows).toEqual([]);
    const asked = await reviewer.post(auditOrder.myPage, listOf({ tab: 'PENDING', auditorUserNo: 'U000013' }));
    expect(asked.data.error).toBe('BAD_REQUEST');
  });

  it('is summed up: done against the cap, pass rate, median by the tracking events, what is next', async () => {
    expect((await reviewer.get(auditOrder.mySummary)).data.medianSeconds).toBeNull();
    const event = { eventType: 'COMMAND', pageName: 'OrderAudit', type: 'orderAudit.refuse' };
    const shown = [
      { eventId: 'own', userNo: REVIEWER, durationMs: 185_000 },
      { eventId: 'others', userNo: 'U000013', durationMs: 5_000 },
    ];
    await app.database.db
      .insertInto('trackingEvent')
      .values(shown.map((one) => ({ ...event, ...one })))
      .execute();
    const { data } = await reviewer.get(auditOrder.mySummary);
    expect(data).toMatchObject({
      dailyCap: 80,
      openCount: 1,
      doneToday: 3,
      nextOrderNo: made.mine,
      oldestApplyTime: (await own({ tab: 'PENDING' })).rows[0].applyTime,
    });
    expect(data.passRate).toBeCloseTo(1 / 3);
    expect(data.medianSeconds).toBe(185);
  });

  it('keeps follow-ups on orders under review, and reminds', async () => {
    const save = (body: object, by = reviewer) => by.post(auditOrder.followUpSave, body);
    const remindAt = new Date(Date.now() + 60_000).toISOString();
    expect((await save({ orderNo: made.mine, content: '  ' })).data.fields[0].msg).toBe('Content cannot be blank');
    expect((await save({ orderNo: made.mine, content: 'x'.repeat(201) })).data.fields[0].msg).toBe(
      'At most 200 characters',
    );
    expect((await save({ orderNo: made.mine, content: 'Call', remindAt: '2020-01-01T00:00:00Z' })).data.error).toBe(
      'REMINDER_PAST',
    );
    expect((await save({ orderNo: made.passed, content: 'Call' })).data.error).toBe('ORDER_NOT_UNDER_REVIEW');
    expect((await save({ orderNo: made.foreign, content: 'Call' })).data.error).toBe('ORDER_NOT_FOUND');
    expect((await save({ orderNo: made.mine, content: 'Call the employer', remindAt })).code).toBe(0);
    const { data } = await reviewer.post(auditOrder.followUpList, { orderNo: made.mine });
    expect(data).toMatchObject([{ content: 'Call the employer', remindAt, byName: 'Otieno Odhiambo' }]);
    const { data: summary } = await reviewer.get(auditOrder.mySummary);
    expect(summary.reminders).toEqual([{ orderNo: made.mine, content: 'Call the employer', remindAt }]);
  });
});

describe('orders to allocate', () => {
  it('stand in two tabs with how long they wait', async () => {
    const page = async (filters: object) => (await lead.post(auditAllot.page, listOf(filters))).data;
    const { rows } = await page({ orderStatus: 'TO_ALLOCATE', merchantNo: 'M0001' });
    expect(numbers({ rows })).toEqual([made.waiting]);
    expect(rows[0]).toMatchObject({ waitingSince: rows[0].applyTime, leaseEndsAt: null });
    expect(Date.parse(rows[0].amberAt) - Date.parse(rows[0].waitingSince)).toBe(30 * 60_000);
    const held = await page({ orderStatus: 'PENDING_REVIEW' });
    expect(held.rows[0]).toMatchObject({ orderNo: made.mine, auditorName: 'Otieno Odhiambo' });
    expect(held.rows[0].leaseEndsAt).not.toBeNull();
  });
});
