import { collection, collectionMerge, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { lend, makeProduct } from '../../lending/orders/testing/lend.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { distributeCase, runCaseDay } from './index.ts';
import { makeCollector } from './testing/collectors.ts';

/* Many cases at once: each person through the contact gate, each case by its own right, and why one was skipped. */

const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
const MERGED = '/AdminContent/CollectionSystemNew/collectionMerge';
const CODES = ['contact:sms', 'followUp:save'];
const BOTH = ['collection', 'collectionStage'].flatMap((area) => CODES.map((code) => `${area}:${code}`));

let app: TestApp;
let own: Person;
let half: Person;
let staff: { maker: string; checker: string };
let products: Record<'ORDER' | 'BILL', string>;
let stop: () => Promise<void>;
let sent: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log });
  staff = {
    maker: (await addPerson(app.database, 'batch.maker')).userNo,
    checker: (await addPerson(app.database, 'batch.checker')).userNo,
  };
  products = { ORDER: await makeProduct(db), BILL: await makeProduct(db, { collectionScope: 'BILL' }) };
  await makeCollector(app.database, 'own', {}, BOTH, [MERGED]);
  await makeCollector(app.database, 'half', {}, ['collection:contact:sms', 'collection:followUp:save'], [MERGED]);
  [own, half] = [await as(app, 'collector.own'), await as(app, 'collector.half')];
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const gateways = app.services.engine.gateways as { sms: unknown };
  gateways.sms = {
    send: async ({ to, phone = to }: { to?: string; phone?: string }) => {
      sent.push(phone ?? '');
      return { messageId: `batch-${sent.length}-${Date.now()}`, costCents: 80 };
    },
  };
});
beforeEach(() => {
  sent = [];
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

interface Case {
  readonly caseNo: string;
  readonly customerNo: string;
}

/** A case so many days late in somebody's hands, of a borrower of its own or of one who has others. */
async function caseOf(
  system: 'ORDER' | 'BILL',
  facts: { readonly dpd: number; readonly of?: Case; readonly to?: string },
): Promise<Case> {
  const { db } = app.database;
  const { orderNo, customerNo } = await lend(db, { productNo: products[system], approvedCents: 500_000, ...staff });
  await sql`update bill set due_date = ${addDays(TODAY, -facts.dpd)}, accrued_through = ${addDays(TODAY, -1)}
    where order_no = ${orderNo}`.execute(db);
  await runCaseDay(db, addDays(TODAY, -1), log);
  const { caseNo } = await db
    .selectFrom('collectionCase')
    .select('caseNo')
    .where('orderNo', '=', orderNo)
    .orderBy('caseNo')
    .executeTakeFirstOrThrow();
  if (facts.of) {
    await sql`update collection_case set customer_no = ${facts.of.customerNo} where case_no = ${caseNo}`.execute(db);
  }
  const { userNo } = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userName', '=', `collector.${facts.to ?? 'own'}`)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    const reach = { caseScope: system, caller: { scope: 'all', userNo: 'U0' } } as const;
    await distributeCase(tx, caseNo, userNo, reach, { by: staff.maker, at: new Date() });
  });
  return { caseNo, customerNo: facts.of?.customerNo ?? customerNo };
}

/** What became of each case of a job: done, or why not. */
async function endOf(person: Person, jobNo: string): Promise<Record<string, string | null>> {
  await expect.poll(async () => (await person.call(job.detail, { jobNo })).jobStatus).not.toMatch(/QUEUED|RUNNING/);
  const { rows } = await person.call(job.items, { jobNo, page: 1, pageSize: 100 });
  return Object.fromEntries(rows.map(({ subjectNo, itemStatus, reason }) => [subjectNo, reason ?? itemStatus]));
}

const SMS = { templateCode: 'OVERDUE_NOTICE', language: 'en' } as const;

it.each(['ORDER', 'BILL'] as const)(
  'a template goes to each borrower whom the gate lets through (%s)',
  async (system) => {
    const { smsMany } = system === 'ORDER' ? collection.byOrder : collection.byBill;
    const open = await caseOf(system, { dpd: 5 });
    const disputed = await caseOf(system, { dpd: 6 });
    await app.database.db
      .insertInto('contactBlock')
      .values({ blockKind: 'DISPUTE', customerNo: disputed.customerNo, note: 'not theirs', setBy: staff.maker })
      .execute();
    const others = await caseOf(system, { dpd: 5, to: 'half' });
    const caseIds = [open, disputed, others].map(({ caseNo }) => caseNo);
    const { jobNo } = await own.call(smsMany, { ...SMS, caseIds });
    const end = await endOf(own, jobNo);
    expect(end[open.caseNo]).toBe('SUCCESS');
    expect(end[disputed.caseNo]).toMatch(/dispute/i);
    expect(end[others.caseNo]).toMatch(/another collector/i);
    await expect.poll(() => sent.length).toBe(1);
  },
);

it('a borrower gets one message, about what is late the longest', async () => {
  const older = await caseOf('BILL', { dpd: 20 });
  const newer = await caseOf('BILL', { dpd: 5, of: older });
  const order = await caseOf('ORDER', { dpd: 30, of: older });
  const bills = await own.call(collection.byBill.smsMany, { ...SMS, caseIds: [newer.caseNo, older.caseNo] });
  expect(await endOf(own, bills.jobNo)).toEqual({ [older.caseNo]: 'SUCCESS' });
  const all = await own.call(collectionMerge.smsMany, {
    ...SMS,
    caseIds: [newer.caseNo, order.caseNo, older.caseNo],
  });
  expect(await endOf(own, all.jobNo)).toEqual({ [order.caseNo]: 'SUCCESS' });
});

it('on the page of both systems each case asks for the code of its own', async () => {
  const order = await caseOf('ORDER', { dpd: 5, to: 'half' });
  const bill = await caseOf('BILL', { dpd: 5, to: 'half' });
  const caseIds = [order.caseNo, bill.caseNo];
  const sms = await half.call(collectionMerge.smsMany, { ...SMS, caseIds });
  const told = await endOf(half, sms.jobNo);
  expect(told[order.caseNo]).toBe('SUCCESS');
  expect(told[bill.caseNo]).not.toBe('SUCCESS');
  const note = { contactChannel: 'CALL', actionCode: 'NO_ANSWER', remark: 'Rang twice' } as const;
  const noted = await endOf(half, (await half.call(collectionMerge.notReachedMany, { ...note, caseIds })).jobNo);
  expect(noted[order.caseNo]).toBe('SUCCESS');
  expect(noted[bill.caseNo]).toBe(told[bill.caseNo]);
  expect((await half.refusalOf(collection.byBill.smsMany, { ...SMS, caseIds: [bill.caseNo] })).error).toBe('FORBIDDEN');
});

it('that nobody was reached is recorded on each case, and nothing else is', async () => {
  const [one, other] = [await caseOf('ORDER', { dpd: 5 }), await caseOf('ORDER', { dpd: 6 })];
  const note = { contactChannel: 'CALL', actionCode: 'NO_ANSWER', remark: 'Rang twice' } as const;
  const { notReachedMany, selfOne } = collection.byOrder;
  const caseIds = [one.caseNo, other.caseNo];
  for (const [change, field] of [
    [{ actionCode: 'PROMISED' }, 'actionCode'],
    [{ actionCode: 'NO_SUCH' }, 'actionCode'],
    [{ remark: ' ' }, 'remark'],
  ] as const) {
    expect((await own.refusalOf(notReachedMany, { ...note, ...change, caseIds })).fields).toEqual([field]);
  }
  const { jobNo } = await own.call(notReachedMany, { ...note, caseIds });
  expect(await endOf(own, jobNo)).toEqual({ [one.caseNo]: 'SUCCESS', [other.caseNo]: 'SUCCESS' });
  for (const caseId of caseIds) {
    const { row, followUps } = await own.call(selfOne, { caseId });
    expect(row).toMatchObject({ followUpCount: 1, actionCode: 'NO_ANSWER' });
    expect(followUps).toMatchObject([{ contactChannel: 'CALL', remark: 'Rang twice' }]);
  }
});
