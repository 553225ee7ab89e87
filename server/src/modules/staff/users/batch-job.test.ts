import { randomUUID } from 'node:crypto';
import { job, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { startJobWorker } from '../../platform/jobs/index.ts';

let app: TestApp;
let admin: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterAll(async () => {
  await stop();
  await app[Symbol.asyncDispose]();
});

async function merchantsOf(userNo: string): Promise<string[]> {
  const { data } = await admin.get(user.getUpdateUserInfo, { userNo });
  return data.merchants.map((one: { merchantNo: string }) => one.merchantNo);
}
async function setMerchants(userNo: string, merchantNos: string[]): Promise<void> {
  const { db } = app.database;
  await db.deleteFrom('userMerchant').where('userNo', '=', userNo).execute();
  await db
    .insertInto('userMerchant')
    .values(merchantNos.map((merchantNo) => ({ userNo, merchantNo })))
    .execute();
}
async function ended(jobNo: string) {
  const status = async () => (await admin.get(job.detail, { jobNo })).data.jobStatus;
  await expect.poll(status).not.toMatch(/QUEUED|RUNNING/);
  const { data } = await admin.post(job.items, { jobNo, page: 1, pageSize: 20 });
  return { status: await status(), items: data.rows };
}

test('each item succeeds or fails individually, as the preview said; a repeat starts no second job', async () => {
  await setMerchants('U000020', ['M0001']);
  await setMerchants('U000021', ['M0001', 'M0002']);
  const batch = {
    userNos: ['U000020', 'U999999', 'U000021'],
    mode: 'ADD',
    merchantNos: ['M0002'],
  };
  const preview = await admin.post(user.batchUpdateMerchantNoPreview, batch);
  expect(preview.data).toMatchObject({ succeeded: 1, unchanged: 1, failed: 1 });
  // Who cannot be changed is named first.
  expect(preview.data.items.map((item: { result: string }) => item.result)).toEqual(['FAILED', 'CHANGED', 'UNCHANGED']);
  expect(preview.data.items[1]).toMatchObject({ before: ['M0001'], after: ['M0001', 'M0002'] });
  expect(await merchantsOf('U000020')).toEqual(['M0001']);

  const key = randomUUID();
  const { data } = await admin.post(user.batchUpdateMerchantNo, batch, key);
  const { status, items } = await ended(data.jobNo);
  expect(status).toBe('PARTIAL_SUCCESS');
  expect(items).toMatchObject([
    { subjectNo: 'U000020', itemStatus: 'SUCCESS', reason: null },
    {
      subjectNo: 'U999999',
      itemStatus: 'FAILURE',
      reason: 'User not found.',
    },
    { subjectNo: 'U000021', itemStatus: 'SUCCESS', reason: null },
  ]);
  expect(await merchantsOf('U000020')).toEqual(['M0001', 'M0002']);
  expect((await admin.post(user.batchUpdateMerchantNo, batch, key)).data.jobNo).toBe(data.jobNo);

  const again = await admin.post(job.retry, { jobNo: data.jobNo });
  expect((await ended(again.data.jobNo)).items).toMatchObject([{ subjectNo: 'U999999' }]);
});

test('takes as many as a list selects, and names some of them in the preview', async () => {
  const userNos = Array.from({ length: 10_000 }, (_, index) => `U8${String(index).padStart(5, '0')}`);
  userNos[7_000] = 'U000020';
  await setMerchants('U000020', ['M0001']);
  const batch = { userNos, mode: 'ADD', merchantNos: ['M0003'] };
  const preview = await admin.post(user.batchUpdateMerchantNoPreview, batch);
  expect(preview.data).toMatchObject({ succeeded: 1, unchanged: 0, failed: 9_999 });
  expect(preview.data.items).toHaveLength(50);
  const { data } = await admin.post(user.batchUpdateMerchantNo, batch);
  expect((await admin.get(job.detail, { jobNo: data.jobNo })).data.total).toBe(10_000);
  await admin.post(job.cancel, { jobNo: data.jobNo });
  const more = await admin.post(user.batchUpdateMerchantNo, { ...batch, userNos: [...userNos, 'U000021'] });
  expect(more.data.fields).toMatchObject([{ field: 'userNos' }]);
});

test('what is wrong with the whole of it starts nothing', async () => {
  const batch = { userNos: ['U000020'], mode: 'ADD', merchantNos: ['M0001'] };
  for (const [changes, field] of [
    [{ merchantNos: [] }, 'merchantNos'],
    [{ userNos: [] }, 'userNos'],
  ] as const) {
    const { data } = await admin.post(user.batchUpdateMerchantNo, { ...batch, ...changes });
    expect(data.fields).toMatchObject([{ field }]);
  }
  const unknown = await admin.post(user.batchUpdateMerchantNo, { ...batch, merchantNos: ['M9999'] });
  expect(unknown.code).not.toBe(0);
  const operator = await as(app, 'operator');
  expect((await operator.post(user.batchUpdateMerchantNo, batch)).data.error).toBe('FORBIDDEN');
});
