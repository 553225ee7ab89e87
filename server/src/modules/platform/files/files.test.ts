import { createHash } from 'node:crypto';
import { file, home, tracking } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, type Person } from '../../../../testing/test-calls.ts';
import { MAX_GRANTS_AN_HOUR } from './routes.ts';

let app: TestApp;
let admin: Person;
let service: Person;
const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex');
const CHUNK = 10_485_760;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  service = await as(app, 'service');
});
afterAll(async () => await app[Symbol.asyncDispose]());

test('a file goes up in chunks, is resumed, checked whole, and comes down as it was', async () => {
  const content = Buffer.alloc(CHUNK + 1000, 'kituo');
  const { data: grant } = await admin.get(file.token, { bytes: content.length });
  const headers = { 'upload-token': String(grant.uploadToken) };
  const send = async (index: number, bytes: Buffer, hash = md5(bytes)) =>
    await admin.bytes(`/file-upload/${grant.uploadId}/${index}`, bytes, {
      ...headers,
      'chunk-md5': hash,
    });
  const tail = content.subarray(CHUNK);
  expect((await send(1, tail, md5(Buffer.from('other')))).data.error).toBe('UPLOAD_CHUNK');
  expect((await send(1, tail)).data.received).toEqual([1]);
  const state = await admin.get(`/file-upload/${grant.uploadId}`, headers);
  expect(state.data).toEqual({ chunks: 2, received: [1] });
  const request = {
    uploadToken: grant.uploadToken,
    fileName: 'note.pdf',
    md5: md5(content),
    subjectType: 'user',
    subjectNo: 'U000002',
  };
  expect((await admin.post(file.saveAttach, request)).data.error).toBe('UPLOAD_CHUNK');
  expect((await send(0, content.subarray(0, CHUNK))).data.received).toEqual([0, 1]);
  expect((await admin.post(file.saveAttach, { ...request, md5: md5(tail) })).data.error).toBe('UPLOAD_MD5');
  const { data: saved } = await admin.post(file.saveAttach, request);
  expect(saved).toMatchObject({ contentType: 'text/plain', bytes: content.length });
  const down = await admin.get(file.attachDownload, { attachId: saved.attachId });
  expect([down.body.equals(content), down.headers['content-disposition']]).toEqual([
    true,
    expect.stringContaining('attachment'),
  ]);
  expect((await service.get(file.attachDownload, { attachId: saved.attachId })).data.error).toBe(
    'ATTACHMENT_NOT_FOUND',
  );
  expect((await service.get(`/file-upload/${grant.uploadId}`, headers)).data.error).toBe('UPLOAD_TOKEN');
});

test('content decides the type; programs and wrong sums are refused', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const small = (content: Buffer, fileName: string) => ({
    fileName,
    content: content.toString('base64'),
    md5: md5(content),
    subjectType: 'own',
    subjectNo: 'U000007',
  });
  const saved = await service.post(file.uploadAttach, small(png, 'notes.txt'));
  expect(saved.data.contentType).toBe('image/png');
  const program = Buffer.concat([Buffer.from('7f454c46020101000000000000000000', 'hex'), Buffer.alloc(64)]);
  expect((await service.post(file.uploadAttach, small(program, 'photo.png'))).data.error).toBe('FILE_TYPE');
  // Bytes that say nothing of themselves are as unwelcome as those that say they are a program.
  const unknown = Buffer.from([0x13, 0x37, 0x00, 0xff, 0xfe, 0x01]);
  expect((await service.post(file.uploadAttach, small(unknown, 'photo.png'))).data.error).toBe('FILE_TYPE');
  const drawing = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  expect((await service.post(file.uploadAttach, small(drawing, 'logo.png'))).data.error).toBe('FILE_TYPE');
  const other = await service.post(file.uploadAttach, {
    ...small(png, 'a.png'),
    subjectNo: 'U000001',
  });
  expect(other.data.error).toBe('REFERENCE_UNKNOWN');
  const list = await service.get(file.attachList, { subjectType: 'own', subjectNo: 'U000007' });
  expect(list.data).toHaveLength(1);
  expect((await admin.post(file.attachDelete, { attachId: saved.data.attachId })).data.error).toBe(
    'ATTACHMENT_NOT_FOUND',
  );
  expect((await service.post(file.attachDelete, { attachId: saved.data.attachId })).code).toBe(0);
  expect((await service.get(file.attachDownload, { attachId: saved.data.attachId })).status).toBe(404);
});

test('tracking takes events of anybody, believes only the session, and feeds recent pages', async () => {
  const event = {
    eventId: 'e1',
    eventType: 'VIEW',
    pageName: 'WarningNotify',
    path: '/AdminContent/WarningNotify',
    token: 'x.secret',
  };
  const anonymous = await app.http.inject({
    method: 'POST',
    url: '/burying-point-platform/report',
    payload: event,
  });
  expect(anonymous.json().data.accepted).toBe(1);
  await service.post(tracking.report, {
    events: [event, { ...event, eventId: 'e2' }],
  });
  const { data } = await service.get(home.recent);
  expect(data).toMatchObject([{ path: '/AdminContent/WarningNotify', visits: 2 }]);
  const rows = await app.database.db.selectFrom('trackingEvent').selectAll().execute();
  expect(rows.map(({ userNo }) => userNo)).toEqual([null, 'U000007', 'U000007']);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('a person is granted so many uploads an hour, and is told when there are more', async () => {
  const ask = () => admin.get(file.token, { bytes: 10 });
  const replies = await Promise.all(Array.from({ length: MAX_GRANTS_AN_HOUR + 1 }, ask));
  const refused = replies.filter(({ data }) => data.error === 'TOO_MANY_REQUESTS');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.data.facts.waitSeconds).toBeGreaterThan(3_000);
});
