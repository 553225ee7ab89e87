import { randomUUID } from 'node:crypto';
import { auditOrder, job } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLending } from '../../../seed/lending/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { startJobWorker } from '../jobs/index.ts';

let app: TestApp;
let admin: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  await seedLending(db, { orders: 60, merchants: 1, seed: 5, now: new Date() });
  admin = await as(app, 'admin');
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

/** The lines of a file that the administrator takes away in a language. */
async function linesOf(path: string, request: object, lang: string): Promise<string[]> {
  const { data } = await admin.post(path, request, randomUUID(), { lang });
  const status = async () => (await admin.get(job.detail, { jobNo: data.jobNo })).data.jobStatus;
  await expect.poll(status).toBe('SUCCESS');
  const { body } = await admin.get(job.file, { jobNo: data.jobNo });
  return body
    .toString()
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
}
const all = { format: 'csv', filters: {}, sort: null };

test.each([
  ['en', 'Machine-review refused', 'Yes', 'Applied (EAT)'],
  ['zh', '机审拒绝', '是', '申请时间（EAT）'],
])(
  'a file says codes and times as its list does, in the reader’s language: %s',
  async (lang, refused, yes, applied) => {
    const asked = { filters: { orderStatus: 'MACHINE_REFUSED' }, sort: null };
    const [head, ...orders] = await linesOf('loans/audit/manage/export', { ...asked, format: 'csv' }, lang);
    expect(orders.length).toBeGreaterThan(0);
    expect(orders.filter((line) => !line.includes(`,${refused},`))).toEqual([]);
    expect(orders.join()).not.toMatch(/MACHINE_REFUSED|,FIRST,|,REPEAT,|APP_ANDROID|ORGANIC|,OWN/);
    expect(head).toContain(applied);
    const { data } = await admin.post(auditOrder.manageList, { ...asked, page: 1, pageSize: 100 });
    // Three hours ahead of UTC, all year.
    const at = new Date(Date.parse(data.rows[0].applyTime) + 10_800_000).toISOString();
    expect(orders[0]).toContain(`,${at.slice(0, 10)} ${at.slice(11, 19)},`);
    const people = (await linesOf('loans/audit/personnel/export', all, lang)).join();
    expect(people).toContain(`,${yes},`);
    expect(people).not.toMatch(/NORMAL|YES|,sw/);
    const steps = { ...all, filters: { tab: 'STEPS' } };
    const said = (await linesOf('loans/audit/peopleAuditConfig/export', steps, lang)).join();
    expect(said.split('stepName')).toHaveLength(1);
    expect(said).not.toMatch(/IN_FORCE|ESSENTIAL|CONFIRMED|STEPS/);
    expect((await linesOf('user/exportUserList', all, lang)).join()).not.toMatch(/NORMAL|ON_THE_JOB|INTERNAL|YES/);
  },
);
