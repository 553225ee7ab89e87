import { job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { runCaseDay } from './index.ts';
import { pagesOf, SYSTEMS } from './testing/case-place.ts';
import { makeCollector } from './testing/collectors.ts';

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');

describe.each(SYSTEMS)('$system', ({ system, of, area, folder, ending }) => {
  const CODES = ['distribute', 'redistribute', 'recall', 'retain'].map((code) => `${area}:case:${code}`);
  const FOLLOWS = [`${area}:followUp:save`];
  const PAGES = pagesOf({ folder, ending });
  let app: TestApp;
  let desk: Person;
  let people: string[];
  let caseIds: string[];
  /** The case that stays in the pool. */
  let waiting: string;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp({ content: 'seeded' });
    const { db } = app.database;
    stop = await startJobWorker({ db, services: app.services, log });
    const staff = {
      maker: (await addPerson(app.database, 'plan.maker')).userNo,
      checker: (await addPerson(app.database, 'plan.checker')).userNo,
    };
    const productNo = await makeProduct(db, { collectionScope: system });
    const orders: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      orders.push((await lend(db, { productNo, approvedCents: 500_000, ...staff })).orderNo);
    }
    await sql`update bill set due_date = ${addDays(TODAY, -5)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = any(${orders})`.execute(db);
    await runCaseDay(db, addDays(TODAY, -1), log);
    const rows = await db.selectFrom('collectionCase').select('caseNo').where('orderNo', 'in', orders).execute();
    caseIds = rows.map(({ caseNo }) => caseNo).toSorted();
    people = [await makeCollector(app.database, 'one', {}, FOLLOWS, PAGES), await makeCollector(app.database, 'two')];
    await makeCollector(app.database, 'desk', {}, CODES, PAGES);
    desk = await as(app, 'collector.desk');
  });
  afterAll(async () => {
    await stop();
    await app[Symbol.asyncDispose]();
  });

  const ended = async (jobNo: string) => {
    await expect.poll(async () => (await desk.get(job.detail, { jobNo })).data.jobStatus).not.toMatch(/QUEUED|RUNNING/);
    return (await desk.post(job.items, { jobNo, page: 1, pageSize: 20 })).data.rows;
  };
  const preview = (mode: string) => desk.post(of.allotPreview, { caseIds, mode, collectionUserNos: people });

  it('divides as it was seen: a case that moved since is refused, the others go', async () => {
    const { data } = await preview('EVEN_COUNT');
    expect(data.people.map((one: { cases: number }) => one.cases)).toEqual([2, 2]);
    expect(data.left).toEqual([]);
    const stale = data.plan.map((one, index) => (index === 0 ? { ...one, version: one.version + 1 } : one));
    const { data: done } = await desk.post(of.distribute, { caseIds, mode: 'EVEN_COUNT', plan: stale });
    waiting = found(stale[0]).caseId;
    const items = await ended(done.jobNo);
    expect(items.filter((one: { itemStatus: string }) => one.itemStatus === 'SUCCESS')).toHaveLength(3);
    const { data: list } = await desk.post(of.allotPage, listOf({ collectorUserNo: people }));
    expect(list.total).toBe(3);
    expect(list.rows[0].assignedByName).toBeTruthy();
  });

  it('refuses to divide without a plan, beside the field', async () => {
    const refused = await desk.post(of.distribute, { caseIds, mode: 'EVEN_AMOUNT' });
    expect(refused.code).not.toBe(0);
    expect(refused.data.fields).toMatchObject([{ field: 'collectionUserNos' }]);
  });

  it('finds cases by what pages filter by', async () => {
    const find = async (filters: object) => (await desk.post(of.allotPage, listOf(filters))).data.total;
    const ours = { caseNo: caseIds[0] };
    expect(await find({ ...ours, dpd: '1-30', caseLevel: 'S1', dueCents: { from: 1 } })).toBe(1);
    expect(await find({ ...ours, dpd: '6-30' })).toBe(0);
    expect(await find({ ...ours, entryTime: { from: TODAY, to: TODAY } })).toBe(1);
    expect(await find({ ...ours, hasOlderDue: true })).toBe(0);
    expect(await find({ ...ours, hasOlderDue: false, siblingsOpen: false, withDeduction: false })).toBe(1);
    expect(await find({ ...ours, siblingCountFrom: '0' })).toBe(1);
    const { data } = await desk.post(of.allotPage, listOf(ours));
    const { productName, payoffCents, followUpCount } = found<(typeof data.rows)[number]>(data.rows[0]);
    const payoff = { from: payoffCents, to: payoffCents };
    const same = { productName: productName.slice(1), payoffCents: payoff, followUpCount: String(followUpCount) };
    expect(await find({ ...ours, ...same })).toBe(1);
    expect(await find({ ...ours, productName: '%' })).toBe(0);
    expect(await find({ ...ours, payoffCents: { from: payoffCents + 1 } })).toBe(0);
    expect(await find({ ...ours, followUpCount: '90-99' })).toBe(0);
    const given = { caseStatus: 'COLLECTING' };
    expect(await find({ ...given, untouchedSinceAssigned: true })).toBe(3);
    expect(await find({ ...given, untouchedSinceAssigned: false })).toBe(0);
    expect(await find({ ...ours, siblingCountFrom: '1' })).toBe(0);
    expect(await find({ ...ours, nextDueWithinDays: '7' })).toBe(0);
    for (const filters of [{ callableNow: true }, { promiseStatus: 'OPEN' }, { siblingWithOther: true }]) {
      expect(await find({ ...ours, ...filters })).toBeLessThanOrEqual(1);
    }
  });

  it('names the next of one’s own cases with its reasons, and notes several of one borrower at once', async () => {
    const one = await as(app, 'collector.one');
    const { data } = await one.post(of.selfNext, { skip: [] });
    expect(data.next.reasons).toContain('untouched');
    expect(data.next.row.collectorUserNo).toBe(people[0]);
    const { data: own } = await one.post(of.selfPage, listOf({}));
    const all: string[] = own.rows.map(({ caseId }: { caseId: string }) => caseId);
    expect((await one.post(of.selfNext, { skip: all })).data.next).toBeNull();
    const [caseId = '', ...others] = all;
    const note = { contactPerson: 'BORROWER', contactChannel: 'CALL', actionCode: 'NO_ANSWER', remark: 'Rang' };
    const refused = await one.post(of.followUpSave, { ...note, caseId, alsoCaseIds: others });
    expect(others.length === 0 || refused.data.fields[0].field === 'alsoCaseIds').toBe(true);
    expect((await one.post(of.followUpSave, { ...note, caseId })).code).toBe(0);
  });

  it('writes each list of cases as its reader has it', async () => {
    const one = await as(app, 'collector.one');
    const { allotExport, badDebtExport, selfExport, selfPage } = of;
    const written = async (who: Person, endpoint: typeof allotExport) => {
      const { jobNo } = await who.call(endpoint, { format: 'csv', filters: {}, sort: null });
      await expect.poll(async () => (await who.call(job.detail, { jobNo })).jobStatus).toBe('SUCCESS');
      return (await who.get(job.file, { jobNo })).body.toString('utf8');
    };
    const all = await written(desk, allotExport);
    for (const caseId of caseIds) expect(all).toContain(caseId);
    const { rows } = await one.call(selfPage, { ...listOf({}), sort: null });
    const own = rows.map(({ caseId }) => caseId);
    expect(own.length).toBeGreaterThan(0);
    const mine = await written(one, selfExport);
    expect(caseIds.filter((caseId) => mine.includes(caseId))).toEqual(own.toSorted());
    expect(await written(one, badDebtExport)).not.toContain(caseIds[0]);
  });

  it('sums and files what left collection', async () => {
    const { db } = app.database;
    await sql`update collection_case set case_status = 'CLOSED', closed_at = now(), out_reason = 'SETTLED',
    dpd_at_out = 5 where case_no = ${waiting}`.execute(db);
    const filters = { caseNo: waiting, outTime: { from: TODAY } };
    const { data } = await desk.post(of.outPage, listOf(filters));
    expect(data.rows).toMatchObject([{ outReason: 'SETTLED', dpdAtOut: 5, collectedCents: 0 }]);
    const sums = await desk.post(of.outSummary, { filters });
    expect(sums.data).toMatchObject({ cases: 1, collectedCents: 0, byReason: [{ outReason: 'SETTLED', cases: 1 }] });
    await sql`insert into case_event (case_no, command, from_status, to_status, case_level, at)
      values (${waiting}, 'reopen', 'CLOSED', 'POOL', 'S1', now() - interval '1 day')`.execute(db);
    const one = await desk.get(of.outOne, { caseId: waiting });
    expect(one.data).toMatchObject({ contacts: [], closing: null, returns: 1, rollovers: 0 });
    const { data: file } = await desk.post(of.outExport, { format: 'csv', filters, sort: null });
    await expect.poll(async () => (await desk.get(job.detail, { jobNo: file.jobNo })).data.jobStatus).toBe('SUCCESS');
  });
});
