import { defineEndpoint, pluginDescription } from '@kituo/sdk/contracts';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { addPerson, createTestApp, signInAs } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { routes as auth } from '../modules/staff/auth/index.ts';
import { createLogger } from '../modules/platform/health/index.ts';
import { AppError } from './app-error.ts';
import { implement } from './implement.ts';
import { checkRoutes } from './routes-check.ts';

const greet = defineEndpoint({
  name: 'test.greet',
  method: 'POST',
  path: 'test/greet',
  access: { code: ['test:greet:say'] },
  kind: 'command',
  summary: 'Renames the caller and counts',
  request: z.strictObject({
    name: z.string().check(z.minLength(1)),
    fail: z.optional(z.boolean()),
  }),
  reply: z.object({ count: z.number() }),
});
const slow = defineEndpoint({ ...greet, name: 'test.slow', path: 'test/slow' });
const broken = defineEndpoint({
  name: 'test.broken',
  method: 'GET',
  path: 'test/broken/{what}',
  access: 'signedIn',
  kind: 'query',
  summary: 'Breaks',
  request: z.object({ what: z.string() }),
  reply: z.object({}),
});

const reveal = defineEndpoint({
  ...greet,
  name: 'test.reveal',
  path: 'test/reveal',
  reply: z.object({ secret: z.nullable(z.string()) }),
});

const breaksOff = defineEndpoint({
  ...broken,
  name: 'test.breaksOff',
  path: 'test/breaksOff',
  replyForm: 'file',
  request: z.object({}),
});

let app: TestApp;
/** What was logged as a failure. */
const failures: string[] = [];
/** As an author declares it. */
const page = {
  name: 'Ai',
  path: '/AdminContent/CollectionSystem/Ai',
  titleKey: 'ai',
  module: 'src/pages/ai.page.tsx',
};
/** What the table holds the moment the command is committed, before anything that follows it. */
const storedAtCommit: string[] = [];
let token = '';
let other = '';
let count = 0;
const committed: number[] = [];
let enter = (): void => undefined;
let letGo = (): void => undefined;

beforeAll(async () => {
  const routes = [
    ...auth,
    implement(greet, async ({ name, fail }, { tx, caller, afterCommit }) => {
      count += 1;
      const now = count;
      afterCommit(() => void committed.push(now));
      await tx.updateTable('appUser').set({ extension: name }).where('userNo', '=', caller.userNo).execute();
      if (fail) throw new AppError('STALE');
      return { count };
    }),
    implement(slow, async () => {
      enter();
      await new Promise<void>((resolve) => (letGo = resolve));
      return { count };
    }),
    implement(reveal, async (_, { db, answerOnce, afterCommit }) => {
      const secret = randomUUID();
      answerOnce(secret);
      afterCommit(async () => {
        const rows = await db.selectFrom('idempotencyRecord').select('reply').execute();
        storedAtCommit.push(...rows.map(({ reply }) => reply));
      });
      return await Promise.resolve({ secret });
    }),
    implement(broken, async ({ what }) => {
      if (what === 'fault') throw new Error('secret: hunter2');
      const error = Object.assign(new Error('terminated'), { code: '57P01' });
      throw error;
    }),
    implement(breaksOff, async () => {
      async function* halves() {
        yield await Promise.resolve('one half');
        throw new Error('no other half');
      }
      const content = Readable.from(halves());
      return await Promise.resolve({ fileName: 'a.csv', contentType: 'text/csv', content });
    }),
  ];
  const log = createLogger('error', { write: (line) => void failures.push(line) });
  app = await createTestApp({ routes, log });
  await addPerson(app.database, 'amina', { codes: ['test:greet:say'] });
  await addPerson(app.database, 'brian');
  token = (await signInAs(app, 'amina')).token;
  other = (await signInAs(app, 'brian')).token;
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

function post(path: string, payload: object | string, headers: Record<string, string> = {}) {
  return app.http.inject({
    method: 'POST',
    url: `/api/hc/web/${path}`,
    headers: { auth_token: token, 'content-type': 'application/json', ...headers },
    payload,
  });
}
const key = () => ({ 'idempotency-key': randomUUID() });

test('runs a command once a key and answers the same bytes again', async () => {
  const once = key();
  const before = count;
  const first = await post('test/greet', { name: 'a' }, once);
  const again = await post('test/greet', { name: 'a' }, once);
  expect(again.body).toBe(first.body);
  expect(count).toBe(before + 1);
  expect(committed).toContain(count);
  const reused = await post('test/greet', { name: 'b' }, once);
  expect(reused.json().data.error).toBe('IDEMPOTENCY_KEY_REUSED');
  expect((await post('test/greet', { name: 'a' })).json().data.error).toBe('IDEMPOTENCY_KEY_MISSING');
});

test('a secret that is answered once is never in the table, and a repeat goes without it', async () => {
  const once = key();
  const { secret } = (await post('test/reveal', { name: 'a' }, once)).json().data;
  expect(secret).toMatch(/^[\w-]{36}$/);
  expect(storedAtCommit.join()).toContain('"secret":null');
  expect(storedAtCommit.join()).not.toContain(secret);
  expect((await post('test/reveal', { name: 'a' }, once)).json().data).toEqual({ secret: null });
});

test('answers IN_FLIGHT while the same key is being worked on', async () => {
  const once = key();
  const entered = new Promise<void>((resolve) => (enter = resolve));
  const first = post('test/slow', { name: 'a' }, once).then((reply) => reply.json());
  await entered;
  expect((await post('test/slow', { name: 'a' }, once)).json().data.error).toBe('IN_FLIGHT');
  letGo();
  expect((await first).code).toBe(0);
});

test('writes nothing and runs nothing after a command that throws, and lets its key be used again', async () => {
  const once = key();
  await post('test/greet', { name: 'kept' }, key());
  const ran = committed.length;
  expect((await post('test/greet', { name: 'lost', fail: true }, once)).json().data.error).toBe('STALE');
  expect(committed).toHaveLength(ran);
  const { extension } = await app.database.db
    .selectFrom('appUser')
    .select('extension')
    .where('userName', '=', 'amina')
    .executeTakeFirstOrThrow();
  expect(extension).toBe('kept');
  expect((await post('test/greet', { name: 'new' }, once)).json().code).toBe(0);
});

test('decides session and access before it reads a body', async () => {
  const bad = { 'content-type': 'application/json' };
  const without = await post('test/greet', '{"broken', { ...bad, auth_token: '' });
  expect(without.json().code).toBe(-10);
  const denied = await post('test/greet', '{"broken', { ...bad, auth_token: other });
  expect([denied.statusCode, denied.json().data.error]).toEqual([403, 'FORBIDDEN']);
  const malformed = await post('test/greet', '{"broken', { ...bad, ...key() });
  expect([malformed.statusCode, malformed.json().data.error]).toEqual([400, 'UNREADABLE_REQUEST']);
});

test('a file that breaks off on its way is no whole answer, and is logged', async () => {
  const url = '/api/hc/web/test/breaksOff';
  failures.length = 0;
  const reply = app.http.inject({ method: 'GET', url, headers: { auth_token: token } });
  await expect(reply).rejects.toThrow();
  expect(failures.join('')).toMatch(/no other half.*a file broke off/);
});

test('names every faulty field in its own words, also where a library set those of zod', async () => {
  z.config({ localeError: () => 'said by somebody else' });
  const reply = await post('test/greet', { name: 7, extra: 1 }, key());
  expect(reply.json().data.fields).toEqual([
    { field: 'name', msg: 'Must be text' },
    { field: 'extra', msg: 'Unknown field' },
  ]);
  z.config({ localeError: undefined });
  const nul = await post('test/greet', { name: 'a\u0000b' }, key());
  expect(nul.json().data.fields[0].field).toBe('name');
  const half = await post('test/greet', { name: 'a\ud800' }, key());
  expect(half.json().data.fields[0].field).toBe('name');
});

test('tells nothing of a fault but its request id, and says when the database is away', async () => {
  const get = (what: string) =>
    app.http.inject({ url: `/api/hc/web/test/broken/${what}`, headers: { auth_token: token } });
  const fault = await get('fault');
  expect([fault.statusCode, fault.json().code]).toEqual([500, 9000]);
  expect(fault.body).not.toContain('hunter2');
  expect(fault.json().data.requestId).toBe(fault.headers['x-request-id']);
  expect((await get('away')).statusCode).toBe(503);
});

test('answers what it does not know in the envelope', async () => {
  const wrongMethod = await app.http.inject({ method: 'GET', url: '/api/hc/web/test/greet' });
  expect([wrongMethod.statusCode, wrongMethod.headers.allow]).toEqual([405, 'POST']);
  expect(wrongMethod.json().data.error).toBe('METHOD_NOT_ALLOWED');
  const nothing = await app.http.inject({ method: 'POST', url: '/api/hc/web/nothing' });
  expect(nothing.json().data.error).toBe('NOT_FOUND');
  expect((await app.http.inject({ url: '/api/%zz' })).json().data.error).toBe('NOT_FOUND');
  const big = await post('test/greet', JSON.stringify({ name: 'x'.repeat(1_100_000) }), key());
  expect([big.statusCode, big.json().msg]).toEqual([413, 'The request is larger than 1024 KB.']);
});

test('the words of a code may hold digits after their first letter', () => {
  const coded = (code: string) => ({ ...greet, access: { code: [code] } });
  expect(() => checkRoutes([coded('collection:ai94:create')])).not.toThrow();
  expect(() => checkRoutes([coded('collection:9ai:create')])).toThrow(/area:thing:action/);
  const pages = [{ ...page, codes: ['collection:ai94:create'] }];
  expect(pluginDescription.shape.pages.safeParse(pages).success).toBe(true);
  const wrong = [{ ...page, codes: ['collection:9ai:create'] }];
  expect(pluginDescription.shape.pages.safeParse(wrong).success).toBe(false);
});

test('a route that is open by mistake or stands twice stops the start', () => {
  // As a contract written in haste would be.
  const careless = { ...greet, name: 'test.careless', access: undefined as never };
  const open = { ...broken, name: 'test.open', access: 'public' as const };
  expect(() => checkRoutes([greet, greet, careless, open])).toThrow(
    /used twice[\s\S]*served twice[\s\S]*careless names no access[\s\S]*open is public/,
  );
});
