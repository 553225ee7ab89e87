import { createHash } from 'node:crypto';
import { collection, job } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { addPerson, createTestApp } from '../../../../../testing/test-app.ts';
import { as } from '../../../../../testing/test-calls.ts';
import { previewing } from '../../../../../testing/test-previews.ts';
import type { Database } from '../../../../db/database.ts';
import { lend, makeProduct } from '../../../lending/orders/testing/lend.ts';
import { createLogger } from '../../../platform/health/index.ts';
import { startJobWorker } from '../../../platform/jobs/index.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { runCaseDay } from '../index.ts';
import { makeCollector } from './collectors.ts';

/** Both collection systems: a case by bill takes what a case by order does, through its own paths and codes. */
export const SYSTEMS = [
  {
    system: 'ORDER',
    of: collection.byOrder,
    others: collection.byBill,
    area: 'collection',
    othersArea: 'collectionStage',
    folder: 'CollectionSystem',
    ending: '',
    prefix: '',
  },
  {
    system: 'BILL',
    of: collection.byBill,
    others: collection.byOrder,
    area: 'collectionStage',
    othersArea: 'collection',
    folder: 'CollectionSystemNew',
    ending: 'New',
    prefix: 'stage/',
  },
] as const;
export type CaseSystem = (typeof SYSTEMS)[number];

export const TODAY = businessDateOf(new Date());
const log = createLogger('silent');
export const codesOf = (area: CaseSystem['area']) =>
  [
    'followUp:save',
    'promise:save',
    'contact:call',
    'contact:sms',
    'case:retain',
    'case:distribute',
    'case:redistribute',
    'case:recall',
    'contact:reveal',
    'badDebt:enter',
    'badDebt:cancel',
  ].map((code) => `${area}:${code}`);
export const pagesOf = ({ folder, ending }: Pick<CaseSystem, 'folder' | 'ending'>) =>
  ['MyCollection', 'CaseAllocation', 'BadDebtManagement', 'OutCollectionList'].map(
    (name) => `/AdminContent/${folder}/${name}${ending}`,
  );

export type CasePlace = Awaited<ReturnType<typeof casePlace>>;

/** A system with a desk, a collector, another, and a case that is opened for each test. */
export async function casePlace({ system, of, area, folder, ending }: CaseSystem) {
  const app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  const stop = await startJobWorker({ db, services: app.services, log });
  const people = {
    maker: (await addPerson(app.database, 'loan.maker')).userNo,
    checker: (await addPerson(app.database, 'loan.checker')).userNo,
  };
  const productNo = await makeProduct(db, { collectionScope: system });
  const { merchantNo } = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .orderBy('merchantNo')
    .limit(1)
    .executeTakeFirstOrThrow();
  const [codes, pages] = [codesOf(area), pagesOf({ folder, ending })];
  const workerNo = await makeCollector(app.database, 'worker', {}, codes, pages);
  const otherNo = await makeCollector(app.database, 'other');
  const worker = previewing(app, await as(app, 'collector.worker'));
  await makeCollector(app.database, 'desk', {}, codes, pages);
  const desk = previewing(app, await as(app, 'collector.desk'));
  // Any hour of the day at which the tests run.
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('contactHours', ${addDays(TODAY, -1)}, '{"from": "00:00", "to": "24:00"}')`.execute(db);
  const opened = { proof: '' };
  return {
    app,
    desk,
    worker,
    workerNo,
    otherNo,
    people,
    merchantNo,
    productNo,
    /** A file of the order of the case that was opened last. */
    get proof() {
      return opened.proof;
    },
    async openCase(dpd: number) {
      const { orderNo, customerNo } = await lend(db, { productNo, approvedCents: 500_000, ...people });
      await sql`update bill set due_date = ${addDays(TODAY, -dpd)}, accrued_through = ${addDays(TODAY, -1)}
        where order_no = ${orderNo}`.execute(db);
      await runCaseDay(db, addDays(TODAY, -1), log);
      const { caseNo } = await db
        .selectFrom('collectionCase')
        .select('caseNo')
        .where('orderNo', '=', orderNo)
        .executeTakeFirstOrThrow();
      opened.proof = await attachTo(db, orderNo, people.maker);
      return { caseId: caseNo, orderNo, customerNo };
    },
    async ended(jobNo: string) {
      const status = async () => (await desk.get(job.detail, { jobNo })).data.jobStatus;
      await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
      return (await desk.post(job.items, { jobNo, page: 1, pageSize: 20 })).data.rows;
    },
    give: (collectionUserNo: string, caseIds: readonly string[]) =>
      desk.post(of.distribute, { caseIds, mode: 'HAND', collectionUserNo }),
    async close() {
      await stop();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** A file of an order, as somebody attached it. */
export async function attachTo(db: Database, orderNo: string, userNo: string): Promise<string> {
  const contentHash = createHash('sha256').update(orderNo).digest('hex');
  await db
    .insertInto('storedFile')
    .values({ contentHash, contentType: 'application/pdf', sizeBytes: 4, md5: contentHash.slice(0, 32) })
    .execute();
  const attachmentNo = `AT-${orderNo}`;
  const of = { subjectType: 'order', subjectNo: orderNo };
  await db
    .insertInto('attachment')
    .values({ attachmentNo, userNo, contentHash, fileName: 'certificate.pdf', ...of })
    .execute();
  return attachmentNo;
}
