import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createLogger } from '../health/index.ts';
import { keepRecordings, noteRecording, readRecording } from './index.ts';
import { recordingKey } from './recordings.ts';

const SOUND = Buffer.from('RIFF a tone');
const DAY_MS = 86_400_000;
const log = createLogger('silent');
let app: TestApp;
let exchange: Server;
let isAway = false;
let asked = 0;

beforeAll(async () => {
  app = await createTestApp();
  exchange = createServer((_, reply) => {
    asked += 1;
    if (isAway) return reply.writeHead(503).end();
    return reply.writeHead(200, { 'content-type': 'audio/wav' }).end(SOUND);
  }).listen(0);
  await once(exchange, 'listening');
});
afterAll(async () => {
  exchange?.close();
  await app?.[Symbol.asyncDispose]();
});

const urlOf = (name: string) => `http://127.0.0.1:${(exchange.address() as AddressInfo).port}/${name}.wav`;
const note = async (sourceUrl: string) =>
  await app.database.db.transaction().execute(async (tx) => await noteRecording(tx, { sourceUrl, attemptId: null }));
const keep = async (now = new Date()) =>
  await keepRecordings({ db: app.database.db, store: app.services.files.store, log }, now);

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
  expect((await keep(new Date(Date.now() + 121_000))).stored).toBe(1);
});
