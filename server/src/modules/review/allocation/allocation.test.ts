import { auditAllot, auditOrder, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockWaits } from '../../../../../tests/support/lock-waits.ts';
import { openDatabase } from '../../../db/pool.ts';
import { statesOf } from '../../../state-machine/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { applyFor, productOf } from '../order-lists/testing/application.ts';
import { orderMachine } from '../../lending/orders/index.ts';
import { makeProduct } from '../../lending/orders/testing/lend.ts';
import { refuseUnlisted } from '../../payments/payments/testing/unlisted-pairs.ts';
import { endLeases } from './index.ts';

let app: TestApp;
let lead: Person;
let reviewer: Person;
let productNo: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  [lead, reviewer] = [await as(app, 'wambui.gitau'), await as(app, 'reviewer')];
  const { db } = app.database;
  productNo = await makeProduct(db);
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

const REVIEWER = 'U000002';
const OTHER = 'U000013';
const apply = async (count = 1) => {
  const orderNos: string[] = [];
  for (let made = 0; made < count; made += 1) {
    orderNos.push(await applyFor(app.database.db, { productNo }));
  }
  return orderNos;
};
const allot = async (orderNos: readonly string[], who: string, more: object = {}, by = lead) =>
  await by.post(auditAllot.allot, { orderNos, allotMode: 'ONE_PERSON', auditorUserNos: [who], ...more });
const orderOf = async (orderNo: string | undefined) =>
  await app.database.db
    .selectFrom('loanOrder')
    .selectAll()
    .where('orderNo', '=', orderNo ?? '')
    .executeTakeFirstOrThrow();
const endingsOf = async (orderNo: string | undefined) =>
  (
    await app.database.db
      .selectFrom('orderAllotment')
      .select(['auditorUserNo', 'ending'])
      .where('orderNo', '=', orderNo ?? '')
      .orderBy('allotmentId')
      .execute()
  ).map(({ auditorUserNo, ending }) => [auditorUserNo, ending]);
const setRecord = async (
  userNo: string,
  change: { dailyCap?: number; firstLoanWhitelist?: boolean; personnelStatus?: 'NORMAL' | 'FROZEN' },
) =>
  await app.database.db
    .updateTable('personnel')
    .set(change)
    .where('userNo', '=', userNo)
    .where('personnelKind', '=', 'AUDITOR')
    .execute();
async function jobDone(by: Person, jobNo: string) {
  const status = async () => (await by.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
  return (await by.get(job.detail, { jobNo })).data;
}

describe('allocating by hand', () => {
  it('hands an order over with its lease, its rules and a record', async () => {
    const [orderNo = ''] = await apply();
    expect((await allot([orderNo], REVIEWER)).code).toBe(0);
    const order = await orderOf(orderNo);
    expect(order).toMatchObject({ orderStatus: 'PENDING_REVIEW', auditorUserNo: REVIEWER });
    expect((order.leaseEndsAt?.getTime() ?? 0) - (order.allottedAt?.getTime() ?? 0)).toBe(30 * 60_000);
    const { data } = await lead.get(auditOrder.log, { orderNo });
    expect(data[0]).toMatchObject({ command: 'allocate', auditorName: 'Otieno Odhiambo', byName: 'Wambui Gitau' });
    const audits = await app.database.db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectNo', '=', orderNo)
      .execute();
    expect(audits).toEqual([{ action: 'audit.order.allot' }]);
  });

  it('tells the second of two leads who has it and since when, at whatever moment they come', async () => {
    const [orderNo = ''] = await apply();
    const admin = await as(app, 'admin');
    const both = await Promise.all([allot([orderNo], REVIEWER), allot([orderNo], OTHER, {}, admin)]);
    const refused = both.filter(({ code }) => code !== 0);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.data.error).toBe('ORDER_TAKEN');
    expect(refused[0]?.msg).toMatch(/^Order already assigned to (Otieno|Odinga) .* at \d\d:\d\d$/);
    expect(await endingsOf(orderNo)).toHaveLength(1);
  });

  it('gives the last place once, however many ask for it together', async () => {
    const [one = '', two = ''] = await apply(2);
    const { open, doneToday } = await loadOf(OTHER);
    await setRecord(OTHER, { dailyCap: open + doneToday + 1 });
    // A connection beside the pool, which has few.
    const beside = openDatabase(app.database.url, { maxConnections: 1 });
    // None may commit before both have begun: whoever decided by what was free then decided wrongly.
    const asked = await beside.db.transaction().execute(async (tx) => {
      await sql`LOCK TABLE order_allotment IN EXCLUSIVE MODE`.execute(tx);
      const begun = [one, two].map((orderNo) => allot([orderNo], OTHER));
      await expect.poll(async () => await lockWaits(tx)).toBe(2);
      return begun;
    });
    const all = await Promise.all(asked);
    await beside.close();
    await setRecord(OTHER, { dailyCap: 60 });
    expect(all.filter(({ code }) => code === 0)).toHaveLength(1);
    const refused = all.find(({ code }) => code !== 0);
    expect(refused?.msg).toBe('This reviewer’s remaining places today: 0');
    expect(refused?.data.fields).toEqual([
      { field: 'auditorUserNos', msg: 'This reviewer’s remaining places today: 0' },
    ]);
  });

  it('asks for record, shift, merchant and whitelist', async () => {
    const [orderNo = ''] = await apply();
    const refusal = async (who: string) => (await allot([orderNo], who)).data.error;
    expect(await refusal('U000003')).toBe('AUDITOR_NOT_FOUND');
    expect(await refusal('U000014')).toBe('AUDITOR_OTHER_MERCHANT');
    await setRecord(REVIEWER, { firstLoanWhitelist: false });
    expect(await refusal(REVIEWER)).toBe('AUDITOR_NO_FIRST_LOANS');
    await setRecord(REVIEWER, { firstLoanWhitelist: true, personnelStatus: 'FROZEN' });
    expect(await refusal(REVIEWER)).toBe('AUDITOR_FROZEN');
    await setRecord(REVIEWER, { personnelStatus: 'NORMAL' });
    const startsAt = new Date(Date.now() + 60_000);
    await app.database.db
      .insertInto('personnelShift')
      .values({ userNo: REVIEWER, startsAt, endsAt: new Date(Date.now() + 120_000) })
      .execute();
    expect(await refusal(REVIEWER)).toBe('AUDITOR_OFF_SHIFT');
    await app.database.db.deleteFrom('personnelShift').where('userNo', '=', REVIEWER).execute();
    expect((await orderOf(orderNo)).orderStatus).toBe('TO_ALLOCATE');
  });

  it('refuses orders of other merchants like ones that do not exist, and people without the right', async () => {
    const foreign = await applyFor(app.database.db, {
      productNo: await productOf(app.database.db, 'M0003', productNo),
      merchantNo: 'M0003',
    });
    await app.database.db
      .deleteFrom('userMerchant')
      .where('userNo', '=', 'U000012')
      .where('merchantNo', '=', 'M0003')
      .execute();
    await app.database.db
      .updateTable('rightsEpoch')
      .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
      .execute();
    const unknown = await allot(['LO9999999999'], REVIEWER);
    expect(unknown.data.error).toBe('ORDER_NOT_FOUND');
    expect({ ...(await allot([foreign], REVIEWER)).data, requestId: '' }).toEqual({ ...unknown.data, requestId: '' });
    expect((await allot([foreign], REVIEWER, {}, reviewer)).status).toBe(403);
    expect((await allot([foreign], REVIEWER, { auditorName: 'x' })).data.error).toBe('BAD_REQUEST');
  });

  it('re-allocates in one step, and refuses the same person and an order that is not under review', async () => {
    const [orderNo = '', waiting = ''] = await apply(2);
    await allot([orderNo], REVIEWER);
    const again = { isReallocation: true };
    expect((await allot([orderNo], REVIEWER, again)).data.error).toBe('AUDITOR_SAME');
    expect((await allot([orderNo], OTHER, again)).code).toBe(0);
    expect(await endingsOf(orderNo)).toEqual([
      [REVIEWER, 'RECALLED'],
      [OTHER, null],
    ]);
    expect((await allot([waiting], OTHER, again)).data.error).toBe('ORDER_NOT_UNDER_REVIEW');
  });
});

async function loadOf(userNo: string): Promise<{ open: number; doneToday: number }> {
  const { data } = await lead.get(auditAllot.auditors);
  const { openCount, doneToday } = found(data.find((one) => one.auditorUserNo === userNo));
  return { open: openCount, doneToday };
}

it('shows a lead how long an order takes each, as the tracking events say', async () => {
  const event = {
    eventType: 'COMMAND',
    pageName: 'OrderAudit',
    type: 'orderAudit.pass',
    userNo: REVIEWER,
  };
  const events = [60, 90, 300].map((seconds, index) => ({
    ...event,
    eventId: `pace-${index}`,
    durationMs: seconds * 1000,
  }));
  // A screen left open over night, another page, another command: none of them is a review.
  const others = [
    { ...event, eventId: 'pace-night', durationMs: 9 * 3_600_000 },
    { ...event, eventId: 'pace-page', pageName: 'MyAudit', durationMs: 1_000 },
    { ...event, eventId: 'pace-kind', type: 'orderAudit.open', durationMs: 1_000 },
  ];
  await app.database.db
    .insertInto('trackingEvent')
    .values([...events, ...others])
    .execute();
  const { data } = await lead.get(auditAllot.auditors);
  const paceOf = (userNo: string) => found(data.find((one) => one.auditorUserNo === userNo)).medianSeconds;
  expect(paceOf(REVIEWER)).toBe(90);
  expect(paceOf(OTHER)).toBeNull();
});

it('assigns and takes back in the states that list it alone, and else moves no row', async () => {
  const { db } = app.database;
  const [orderNo = ''] = await apply();
  await allot([orderNo], REVIEWER);
  const inEach = (error: string) => Object.fromEntries(statesOf(orderMachine).map((state) => [state, error]));
  const taken = { ...inEach('ORDER_NOT_TO_ALLOCATE'), PENDING_REVIEW: 'ORDER_TAKEN' };
  const recall = () => lead.post(auditAllot.recall, { orderNos: [orderNo] });
  const refused = await refuseUnlisted({
    db,
    machine: orderMachine,
    tables: ['order_allotment'],
    put: async (orderStatus) =>
      await db.updateTable('loanOrder').set({ orderStatus }).where('orderNo', '=', orderNo).execute(),
    commands: {
      allot: { gives: ['allocate'], call: () => allot([orderNo], OTHER), refusals: taken },
      recall: { gives: ['recall'], call: recall, refusals: inEach('ORDER_NOT_UNDER_REVIEW') },
    },
  });
  expect(refused).toBe(22);
  await db.updateTable('loanOrder').set({ orderStatus: 'VOIDED' }).where('orderNo', '=', orderNo).execute();
});

describe('many orders', () => {
  it('go where the preview said, an item an order, and say why one found nobody', async () => {
    const orderNos = await apply(4);
    const request = {
      orderNos: [...orderNos, 'LO9999999999'],
      allotMode: 'AVERAGE',
      auditorUserNos: [REVIEWER, OTHER],
    };
    const { data: preview } = await lead.post(auditAllot.preview, request);
    expect(preview.people.map((one: { gets: number }) => one.gets)).toEqual([2, 2]);
    expect(preview.left).toEqual([{ orderNo: 'LO9999999999', reason: 'Order not found' }]);
    const { data } = await lead.post(auditAllot.allot, request);
    const job = await jobDone(lead, data.jobNo);
    expect(job).toMatchObject({ jobStatus: 'PARTIAL_SUCCESS', succeeded: 4, failed: 1 });
    const held = await Promise.all(orderNos.map(async (orderNo) => (await orderOf(orderNo)).auditorUserNo));
    expect(held.filter((userNo) => userNo === REVIEWER)).toHaveLength(2);
  });

  it('are shown beforehand one by one, and refused where one moved since', async () => {
    const orderNos = await apply(2);
    const request = { orderNos, allotMode: 'AVERAGE', auditorUserNos: [REVIEWER, OTHER] };
    const send = async (headers: Record<string, string>) =>
      await app.http.inject({
        method: 'POST',
        url: '/api/hc/web/loans/audit/allot',
        headers: { 'auth-token': lead.token, ...headers },
        payload: request,
      });
    const { data: shown } = (await send({ 'kituo-dry-run': '1' })).json();
    const reviewers = (side: { subjectType: string; facts: { auditorUserNo: string | null } }[]) =>
      side.filter(({ subjectType }) => subjectType === 'order').map(({ facts }) => facts.auditorUserNo);
    expect(reviewers(shown.before)).toEqual([null, null]);
    expect(reviewers(shown.after).toSorted()).toEqual([REVIEWER, OTHER].toSorted());
    expect((await orderOf(orderNos[0])).orderStatus).toBe('TO_ALLOCATE');
    await allot([orderNos[1] ?? ''], REVIEWER);
    const moved = await send({ 'idempotency-key': 'allot-moved-0000001', 'kituo-seen': shown.seen });
    expect(moved.json().data.error).toBe('STATE_MOVED');
    const { data: again } = (await send({ 'kituo-dry-run': '1' })).json();
    const refused = again.after.filter((one: { subjectType: string }) => one.subjectType === 'jobItem');
    expect(refused).toMatchObject([{ subjectNo: orderNos[1], facts: { error: 'ORDER_TAKEN' } }]);
    const sent = await send({ 'idempotency-key': 'allot-moved-0000002', 'kituo-seen': again.seen });
    expect(await jobDone(lead, sent.json().data.jobNo)).toMatchObject({ succeeded: 1, failed: 1 });
  });

  it('go automatically to the lowest open ÷ cap', async () => {
    const orderNos = await apply(3);
    const filters = { orderStatus: 'TO_ALLOCATE' };
    const { data } = await lead.post(auditAllot.auto, { orderNos, filters });
    expect(await jobDone(lead, data.jobNo)).toMatchObject({ jobStatus: 'SUCCESS', succeeded: 3 });
    for (const orderNo of orderNos) expect((await orderOf(orderNo)).orderStatus).toBe('PENDING_REVIEW');
    const { data: recall } = await lead.post(auditAllot.recall, { orderNos });
    expect(await jobDone(lead, recall.jobNo)).toMatchObject({ jobStatus: 'SUCCESS', succeeded: 3 });
    for (const orderNo of orderNos) expect((await orderOf(orderNo)).orderStatus).toBe('TO_ALLOCATE');
  });
});

describe('taking back', () => {
  it('recalls with the code, and undoes within the minute while unopened without it', async () => {
    const [orderNo = '', opened = ''] = await apply(2);
    const undo = (no: string, by = lead) => by.post(auditAllot.recall, { orderNos: [no], isUndo: true });
    await allot([orderNo], REVIEWER);
    expect((await undo(orderNo, await as(app, 'admin'))).data.error).toBe('UNDO_TOO_LATE');
    expect((await undo(orderNo)).code).toBe(0);
    expect(await endingsOf(orderNo)).toEqual([[REVIEWER, 'UNDONE']]);
    await allot([opened], REVIEWER);
    await app.database.db
      .updateTable('loanOrder')
      .set({ openedAt: new Date() })
      .where('orderNo', '=', opened)
      .execute();
    expect((await undo(opened)).data.error).toBe('UNDO_TOO_LATE');
    expect((await lead.post(auditAllot.recall, { orderNos: [opened] })).code).toBe(0);
    expect((await orderOf(opened)).openedAt).toBeNull();
    expect((await lead.post(auditAllot.recall, { orderNos: [opened] })).data.error).toBe('ORDER_NOT_UNDER_REVIEW');
  });

  it('undoes a batch as far as it went, and says why an order stays', async () => {
    const [first = '', opened = '', others = ''] = await apply(3);
    const admin = await as(app, 'admin');
    await jobDone(lead, (await allot([first, opened], REVIEWER)).data.jobNo);
    expect(
      (
        await admin.post(auditAllot.allot, {
          orderNos: [others],
          allotMode: 'ONE_PERSON',
          auditorUserNos: [REVIEWER],
        })
      ).code,
    ).toBe(0);
    await app.database.db
      .updateTable('loanOrder')
      .set({ openedAt: new Date() })
      .where('orderNo', '=', opened)
      .execute();
    const undo = { orderNos: [first, opened, others], isUndo: true };
    const { data } = await lead.post(auditAllot.recall, undo);
    expect(await jobDone(lead, data.jobNo)).toMatchObject({ total: 2, succeeded: 1, failed: 1 });
    expect(await endingsOf(first)).toEqual([[REVIEWER, 'UNDONE']]);
    expect((await orderOf(others)).orderStatus).toBe('PENDING_REVIEW');
    await app.database.db
      .updateTable('orderAllotment')
      .set({ allottedAt: new Date(Date.now() - 61_000) })
      .where('orderNo', '=', opened)
      .execute();
    expect((await lead.post(auditAllot.recall, undo)).data.error).toBe('UNDO_TOO_LATE');
  });

  it('lets reviewers give back their own with a reason, and says when a lease ended', async () => {
    const [orderNo = '', late = '', others = ''] = await apply(3);
    const release = (no: string, reason = 'Customer asked for a Somali speaker') =>
      reviewer.post(auditOrder.myRelease, { orderNos: [no], reason });
    await allot([orderNo], REVIEWER);
    await allot([late], REVIEWER);
    await allot([others], OTHER);
    expect((await release(orderNo, ' ')).data.fields[0]).toMatchObject({
      field: 'reason',
      msg: 'Content cannot be blank',
    });
    expect((await release(orderNo)).code).toBe(0);
    expect(await endingsOf(orderNo)).toEqual([[REVIEWER, 'RELEASED']]);
    expect((await release(others)).data.error).toBe('ORDER_NOT_YOURS');
    await endLeases(app.database.db, new Date(Date.now() + 31 * 60_000));
    const lost = await release(late);
    expect(lost.data.error).toBe('ORDER_WENT_BACK');
    expect(lost.msg).toMatch(/^This order returned to assignment at \d\d:\d\d$/);
  });

  it('ends leases that nobody opened, once, however many processes sweep', async () => {
    const orderNos = await apply(3);
    for (const orderNo of orderNos) await allot([orderNo], REVIEWER);
    const [first = '', second = '', opened = ''] = orderNos;
    await app.database.db
      .updateTable('loanOrder')
      .set({ openedAt: new Date() })
      .where('orderNo', '=', opened)
      .execute();
    expect(await endLeases(app.database.db, new Date(Date.now() + 29 * 60_000))).toBe(0);
    const later = new Date(Date.now() + 31 * 60_000);
    const swept = await Promise.all([1, 2, 3].map(() => endLeases(app.database.db, later)));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(2);
    for (const orderNo of [first, second]) {
      expect((await orderOf(orderNo)).orderStatus).toBe('TO_ALLOCATE');
      expect(await endingsOf(orderNo)).toEqual([[REVIEWER, 'LAPSED']]);
    }
    expect((await orderOf(opened)).orderStatus).toBe('PENDING_REVIEW');
    expect(await endLeases(app.database.db, later)).toBe(0);
  });
});
