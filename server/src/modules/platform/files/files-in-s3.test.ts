import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { file as fileCalls, job, role } from '@kituo/sdk/contracts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../health/index.ts';
import { sweepJobFiles } from '../jobs/commands.ts';
import { startJobWorker } from '../jobs/index.ts';

const CHUNK = 10_485_760;
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
let sandbox: Sandbox;
let app: TestApp;
let admin: Person;
let stop: () => Promise<void>;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { region, bucket, accessKeyId, secretAccessKey } = sandbox.store;
  app = await createTestApp({
    content: 'seeded',
    env: {
      KITUO_FILES: 's3',
      S3_URL: sandbox.storeUrl,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  });
  admin = await as(app, 'admin');
  const { db } = app.database;
  stop = await startJobWorker({ db, services: app.services, log: createLogger('silent') });
});
afterEach(() => sandbox.change({ refusal: 0, reset: 0, halfReply: 0 }));
afterAll(async () => {
  await stop?.();
  await app?.[Symbol.asyncDispose]();
  await sandbox?.close();
});

const held = async () => (await sandbox.objects.held()).keys;
const grantFor = async (bytes: number) => (await admin.get(fileCalls.token, { bytes })).data;
async function send(grant: { uploadId: string; uploadToken: string }, index: number, bytes: Buffer) {
  return await admin.bytes(`/file-upload/${grant.uploadId}/${index}`, bytes, {
    'upload-token': grant.uploadToken,
    'chunk-md5': md5(bytes),
  });
}
const noteOf = (uploadToken: string, content: Buffer) => ({
  uploadToken,
  fileName: 'note.bin',
  md5: md5(content),
  subjectType: 'user',
  subjectNo: 'U000002',
});

it('an upload goes up by chunks, comes down as it was, and nothing of it is on this machine', async () => {
  const content = Buffer.alloc(CHUNK + 1000, 'kituo in a store');
  const grant = await grantFor(content.length);
  expect((await send(grant, 1, content.subarray(CHUNK))).data.received).toEqual([1]);
  expect((await send(grant, 0, content.subarray(0, CHUNK))).data.received).toEqual([0, 1]);
  const { data } = await admin.post(fileCalls.saveAttach, noteOf(grant.uploadToken, content));
  expect(data).toMatchObject({ bytes: content.length, md5: md5(content) });
  const sum = createHash('sha256').update(content).digest('hex');
  expect(await held()).toEqual([`files/${sum.slice(0, 2)}/${sum}`]);
  const down = await admin.get(fileCalls.attachDownload, { attachId: data.attachId });
  expect(down.body.equals(content)).toBe(true);
  expect(existsSync(join(app.services.settings.dataDir, 'files'))).toBe(false);
});

it.each(['refusal', 'reset'] as const)(
  'a store that is away (%s) is told as such, and what was sent before is still there',
  async (mishap) => {
    const content = Buffer.from(`two pieces ${mishap}`);
    const grant = await grantFor(content.length);
    sandbox.change({ [mishap]: 1 });
    const refused = await send(grant, 0, content);
    const { status, data: why, headers } = refused;
    expect([status, why.error, String(headers['retry-after'])]).toEqual([503, 'FILE_STORE_AWAY', '5']);
    sandbox.change({ [mishap]: 0 });
    await send(grant, 0, content);
    sandbox.change({ [mishap]: 1 });
    const request = noteOf(grant.uploadToken, content);
    expect((await admin.post(fileCalls.saveAttach, request)).data.error).toBe('FILE_STORE_AWAY');
    const { db } = app.database;
    const rows = await db.selectFrom('storedFile').select('md5').execute();
    expect(rows.map((row) => row.md5)).not.toContain(md5(content));
    sandbox.change({ [mishap]: 0 });
    const { data } = await admin.post(fileCalls.saveAttach, request);
    sandbox.change({ [mishap]: 1 });
    const path = `attach/download/${data.attachId}`;
    expect((await admin.get(path)).data.error).toBe('FILE_STORE_AWAY');
    sandbox.change({ [mishap]: 0 });
    expect(String((await admin.get(path)).body)).toBe(String(content));
  },
  30_000,
);

it('an export is written to the store, fails in words while it is away, is tried again, and goes with its time', async () => {
  const requests = { format: 'csv', filters: {}, sort: null };
  const jobOf = async (jobNo: string) => (await admin.get(job.detail, { jobNo })).data;
  const isOver = async (jobNo: string) => {
    const status = async () => (await jobOf(jobNo)).jobStatus;
    await expect.poll(status, { interval: 30 }).not.toMatch(/QUEUED|RUNNING/);
    return await jobOf(jobNo);
  };
  sandbox.change({ refusal: 1 });
  const failed = (await admin.post(role.exportList, requests)).data.jobNo;
  expect(await isOver(failed)).toMatchObject({
    jobStatus: 'FAILURE',
    reason: expect.stringContaining('File storage'),
    fileName: null,
    allowedActions: ['retry'],
  });
  expect((await held()).filter((key) => key.startsWith('job-files/'))).toEqual([]);
  sandbox.change({ refusal: 0 });
  const { jobNo } = (await admin.post(job.retry, { jobNo: failed })).data;
  expect(await isOver(jobNo)).toMatchObject({ jobStatus: 'SUCCESS', retryOf: failed });
  expect(await held()).toContain(`job-files/${jobNo}`);
  const file = await admin.get(job.file, { jobNo });
  expect(file.body.toString()).toContain('\r\n');
  sandbox.change({ refusal: 1 });
  expect((await admin.get(job.file, { jobNo })).data.error).toBe('FILE_STORE_AWAY');
  sandbox.change({ refusal: 0 });
  const { db } = app.database;
  const past = { expiresAt: new Date(0) };
  await db.updateTable('job').set(past).where('jobNo', '=', jobNo).execute();
  expect(await sweepJobFiles(db, app.services)).toBe(1);
  expect(await held()).not.toContain(`job-files/${jobNo}`);
  expect((await admin.get(job.file, { jobNo })).data.error).toBe('JOB_FILE_GONE');
});
