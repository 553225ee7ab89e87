import { AxiosError } from 'axios';
import type { AxiosAdapter, InternalAxiosRequestConfig } from 'axios';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setAdapter } from '../../sdk/src/api/call.ts';
import { startSession } from '../../sdk/src/session/session-store.ts';
import { fakeUser } from '../../sdk/src/testing/fakes.ts';
import { uploadFile, uploadSmallFile } from '../../sdk/src/upload/upload-file.ts';
import { createTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { as, type Person } from '../../server/testing/test-calls.ts';

const CHUNK = 10_485_760;
const subject = { subjectType: 'own', subjectNo: 'U000001' };

let app: TestApp;
let admin: Person;
/** What was sent, in order: `POST /file-upload/…/1`. */
let sent: string[] = [];
/** Looked at before a call is sent; an error stands for a network that broke. */
let tamper: (config: InternalAxiosRequestConfig) => Promise<void> | void = () => undefined;

/** The client's calls go to the real application. */
const toApp: AxiosAdapter = async (config) => {
  await tamper(config);
  const url = new URL(config.url ?? '', 'http://kituo');
  for (const [name, value] of Object.entries<unknown>(config.params ?? {})) url.searchParams.set(name, String(value));
  const { data } = config;
  const payload = data instanceof Blob ? Buffer.from(await data.arrayBuffer()) : data;
  const method = config.method === 'post' ? 'POST' : 'GET';
  sent.push(`${method} ${url.pathname}`);
  const reply = await app.http.inject({
    method,
    url: url.pathname + url.search,
    headers: config.headers.toJSON() as Record<string, string>,
    ...(payload !== undefined && { payload }),
  });
  return { data: reply.json(), status: reply.statusCode, statusText: '', headers: {}, config };
};

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  admin = await as(app, 'admin');
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
  vi.stubGlobal('window', {
    sessionStorage: storage,
    localStorage: storage,
    location: new URL('http://kituo/AdminContent/Home'),
  });
  startSession(admin.token, fakeUser());
  setAdapter(toApp);
});
afterEach(() => {
  sent = [];
  tamper = () => undefined;
});
afterAll(async () => {
  setAdapter(undefined);
  vi.unstubAllGlobals();
  await app[Symbol.asyncDispose]();
});

function fileOf(bytes: number, name = 'scan.bin'): { file: File; content: Buffer } {
  const content = Buffer.alloc(bytes, name);
  return { content, file: new File([new Uint8Array(content)], name, { lastModified: 1 }) };
}
const chunksSent = () => sent.flatMap((line) => /^POST .*\/file-upload\/[^/]+\/(\d+)$/.exec(line)?.[1] ?? []);

test('a file goes up in chunks and comes down as it was', async () => {
  const { file, content } = fileOf(CHUNK + 4321);
  const parts: number[] = [];
  const attachment = await uploadFile(file, { ...subject, onProgress: (part) => parts.push(part) });
  expect(attachment).toMatchObject({
    fileName: 'scan.bin',
    bytes: content.length,
    md5: createHash('md5').update(content).digest('hex'),
  });
  expect(chunksSent()).toEqual(['0', '1']);
  expect(parts.at(-1)).toBe(1);
  const down = await admin.get(`attach/download/${attachment.attachId}`);
  expect(down.body.equals(content)).toBe(true);
});

test('a broken upload goes on with the chunks that are missing', async () => {
  const { file } = fileOf(2 * CHUNK + 99, 'long.bin');
  tamper = ({ url }) => {
    if (url?.endsWith('/1')) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK);
  };
  await expect(uploadFile(file, subject)).rejects.toMatchObject({ isNetwork: true });
  // The second chunk was tried three times, and none of them arrived.
  expect(chunksSent()).toEqual(['0']);
  tamper = () => undefined;
  sent = [];
  const attachment = await uploadFile(file, subject);
  expect(chunksSent()).toEqual(['1', '2']);
  expect(sent.filter((line) => line.endsWith('/token'))).toEqual([]);
  expect(attachment.bytes).toBe(file.size);
});

test('a chunk that arrives altered is refused by its MD5 and sent again', async () => {
  const { file, content } = fileOf(CHUNK + 10, 'noise.bin');
  let isFirst = true;
  tamper = (config) => {
    if (!isFirst || !config.url?.endsWith('/1')) return;
    isFirst = false;
    config.data = new Blob(['0123456789']);
  };
  const attachment = await uploadFile(file, subject);
  expect(chunksSent()).toEqual(['0', '1', '1']);
  expect(attachment.md5).toBe(createHash('md5').update(content).digest('hex'));
});

test('a whole file whose MD5 is wrong is refused, with nothing attached', async () => {
  const { file } = fileOf(700_000, 'other.bin');
  tamper = (config) => {
    if (config.url?.endsWith('/save/attach') !== true) return;
    config.data = JSON.stringify({ ...JSON.parse(config.data), md5: '0'.repeat(32) });
  };
  await expect(uploadFile(file, subject)).rejects.toMatchObject({ error: 'UPLOAD_MD5' });
  const { data } = await admin.get('attach/list?subjectType=own&subjectNo=U000001');
  expect(data.map((row: { fileName: string }) => row.fileName)).not.toContain('other.bin');
});

test('a reply that was lost makes one attachment, not two', async () => {
  const { file } = fileOf(600_000, 'lost.bin');
  let isLost = false;
  setAdapter(async (config) => {
    const reply = await toApp(config);
    if (isLost || config.url?.endsWith('/save/attach') !== true) return reply;
    isLost = true;
    throw new AxiosError('Network Error', AxiosError.ERR_NETWORK);
  });
  await expect(uploadFile(file, subject)).rejects.toMatchObject({ isNetwork: true });
  setAdapter(toApp);
  await uploadFile(file, subject);
  const { data } = await admin.get('attach/list?subjectType=own&subjectNo=U000001');
  expect(data.filter((row: { fileName: string }) => row.fileName === 'lost.bin')).toHaveLength(1);
});

test('a small file goes up in one call', async () => {
  const { file, content } = fileOf(1500, 'small.bin');
  const attachment = await uploadSmallFile(file, subject);
  expect(sent).toEqual(['POST /api/hc/web/upload/attach']);
  expect(attachment.md5).toBe(createHash('md5').update(content).digest('hex'));
});
