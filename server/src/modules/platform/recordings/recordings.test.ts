import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createLogger } from '../health/index.ts';
import { readSettings } from '../../../config/settings.ts';
import { fetchRecording } from './fetch-recording.ts';
import { keepRecordings, noteRecording, readRecording, recordingSources } from './index.ts';
import { recordingKey } from './recordings.ts';

const SOUND = Buffer.from('RIFF a tone');
const DAY_MS = 86_400_000;
const log = createLogger('silent');
let app: TestApp;
let exchange: Server;
let isAway = false;
let asked = 0;

beforeAll(async () => {
  exchange = createServer((request, reply) => {
    asked += 1;
    if (request.url === '/moved.wav') return reply.writeHead(302, { location: '/one.wav' }).end();
    if (request.url === '/page.wav') return reply.writeHead(200, { 'content-type': 'text/html' }).end('<b>no</b>');
    if (isAway) return reply.writeHead(503).end();
    return reply.writeHead(200, { 'content-type': 'audio/wav' }).end(SOUND);
  }).listen(0, '127.0.0.1');
  await once(exchange, 'listening');
  app = await createTestApp({ env: { ...GATEWAY, KITUO_SANDBOX: 'on', VOICE_URL: originOf(exchange) } });
});
afterAll(async () => {
  exchange?.close();
  await app?.[Symbol.asyncDispose]();
});

const GATEWAY = { KITUO_CALLBACK_SECRET: 'a-secret-that-nobody-can-guess', VOICE_API_KEY: 'key' };
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const sources = () => recordingSources(app.services.settings);
const urlOf = (name: string) => `${originOf(exchange)}/${name}.wav`;
const note = async (sourceUrl: string) =>
  await app.database.db.transaction().execute(async (tx) => await noteRecording(tx, { sourceUrl, attemptId: null }));
/** A second on: the database counts in finer steps than this clock, so what was noted just now may lie ahead of it. */
const soon = () => new Date(Date.now() + 1_000);
const keep = async (now = soon()) =>
  await keepRecordings({ db: app.database.db, store: app.services.files.store, sources: sources(), log }, now);

async function soundOf(sourceUrl: string): Promise<Buffer> {
  const { content } = await readRecording({ db: app.database.db, services: app.services }, sourceUrl);
  if (typeof content === 'string' || Buffer.isBuffer(content)) return Buffer.from(content);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

it('keeps a copy of its own, plays it without the exchange, and removes it when the policy says so', async () => {
  const url = urlOf('one');
  await note(url);
  await note(url);
  expect(await soundOf(url)).toEqual(SOUND);
  expect(await keep()).toEqual({ stored: 1, removed: 0 });
  const before = asked;
  expect(await soundOf(url)).toEqual(SOUND);
  expect(asked).toBe(before);
  expect(await keep(new Date(Date.now() + 179 * DAY_MS))).toEqual({ stored: 0, removed: 0 });
  await sql`insert into regulatory_policy (policy_key, effective_from, value)
    values ('callRecordings', '2021-01-01', '{"keepDays": 30}')`.execute(app.database.db);
  expect(await keep(new Date(Date.now() + 31 * DAY_MS))).toEqual({ stored: 0, removed: 1 });
  expect(await app.services.files.store.read(recordingKey(url))).toBeNull();
  await expect(soundOf(url)).rejects.toMatchObject({ error: 'RECORDING_EXPIRED' });
});

it('asks an exchange that is away again, later and later', async () => {
  const url = urlOf('two');
  isAway = true;
  await note(url);
  expect((await keep()).stored).toBe(0);
  const before = asked;
  await keep();
  expect(asked).toBe(before);
  isAway = false;
  expect((await keep(new Date(Date.now() + 122_000))).stored).toBe(1);
});

it('opens no address but those of the gateways that carry calls, and follows none', async () => {
  const another = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'audio/wav' }).end(SOUND));
  await once(another.listen(0, '127.0.0.1'), 'listening');
  const expired = { error: 'RECORDING_EXPIRED' };
  const before = asked;
  for (const url of [`${originOf(another)}/one.wav`, 'http://169.254.169.254/latest/meta-data', 'file:///etc/passwd']) {
    await expect(fetchRecording(url, sources()), url).rejects.toMatchObject(expired);
  }
  expect(asked).toBe(before);
  for (const name of ['moved', 'page']) {
    await expect(fetchRecording(urlOf(name), sources()), name).rejects.toMatchObject(expired);
  }
  another.close();
});

it('takes https from hosts of the gateways and those beside them, and nothing of our own network', async () => {
  const env = { ...GATEWAY, VOICE_URL: 'https://localhost/voice', RECORDING_HOSTS: 'Files.example.co.ke, 10.0.0.7' };
  const found = recordingSources(readSettings({ ...env, KITUO_SANDBOX: 'off' }));
  expect([...found.hosts]).toEqual(['localhost', 'files.example.co.ke', '10.0.0.7']);
  expect([...found.own]).toEqual([]);
  for (const url of [
    'https://localhost/one.wav',
    'https://10.0.0.7/one.wav',
    'http://localhost/one.wav',
    'https://elsewhere.example/one.wav',
    'https://user:secret@localhost/one.wav',
  ]) {
    await expect(fetchRecording(url, found), url).rejects.toMatchObject({
      error: 'RECORDING_EXPIRED',
      cause: { name: 'NotOutsideError' },
    });
  }
});
