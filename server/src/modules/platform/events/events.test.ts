import type { ServerEvent } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { createEventHub } from './index.ts';
import { countStreams, MAX_STREAMS_A_PERSON } from './stream.ts';

let app: TestApp;
let url = '';
let startedAt = 0;

beforeAll(async () => {
  app = await createTestApp({ plugins: { alpha: ['Alpha'] } });
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  startedAt = performance.now();
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

/** Reads a stream of events as the browser does. */
async function open(token: string, unheardMs?: number) {
  const controller = new AbortController();
  const query = unheardMs === undefined ? '' : `?unheardMs=${unheardMs}`;
  const response = await fetch(`${url}/api/hc/web/user/events${query}`, {
    headers: { 'auth-token': token },
    signal: controller.signal,
  });
  const body = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<ServerEvent | null> => {
    for (;;) {
      const found = /data: (.*)\n\n/.exec(text);
      if (found) {
        text = text.slice(found.index + found[0].length);
        return JSON.parse(found[1] ?? '');
      }
      const part = await body?.read();
      if (!part || part.done) return null;
      text += part.value;
    }
  };
  return { response, next, close: () => controller.abort() };
}

test('tells a change of rights to whom it concerns, and to nobody else', async () => {
  const amina = await addPerson(app.database, 'amina');
  await addPerson(app.database, 'brian');
  const hers = await open((await signInAs(app, 'amina')).token);
  const his = await open((await signInAs(app, 'brian')).token);
  expect(hers.response.headers.get('content-type')).toMatch('text/event-stream');
  expect(await hers.next()).toMatchObject({ type: 'hello' });
  expect(await his.next()).toMatchObject({ type: 'hello' });
  await app.database.db
    .insertInto('rolePage')
    .values({ roleNo: amina.roleNo, pagePath: '/admincontent/alpha' })
    .execute();
  expect(await hers.next()).toEqual({ type: 'permissions' });
  await app.services.events.publish('everyone', { type: 'version', version: 'next' });
  expect(await his.next()).toEqual({ type: 'version', version: 'next' });
  hers.close();
  his.close();
});

test('says its first word when the person’s rights are known, and tells each change from then on', async () => {
  const { userNo: busyNo } = await addPerson(app.database, 'wairimu');
  const { roleNo } = await addPerson(app.database, 'dalila');
  const { token } = await signInAs(app, 'dalila');
  const busy = await open((await signInAs(app, 'wairimu')).token);
  expect(await busy.next()).toMatchObject({ type: 'hello' });
  // A review of somebody else's rights that takes long: hers are looked at after it.
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const read = app.services.rights.of.bind(app.services.rights);
  const rights = vi.spyOn(app.services.rights, 'of').mockImplementation(async (userNo, epoch) => {
    if (userNo === busyNo) await mayGoOn;
    return await read(userNo, epoch);
  });
  await sql`SELECT pg_notify('kituo_rights', '')`.execute(app.database.db);
  await expect.poll(() => rights.mock.calls.some(([userNo]) => userNo === busyNo)).toBe(true);
  const before = countStreams(app.services);
  let hasSpoken = false;
  const opening = open(token).then((stream) => {
    hasSpoken = true;
    return stream;
  });
  await expect.poll(() => countStreams(app.services)).toBe(before + 1);
  await app.database.db.insertInto('rolePage').values({ roleNo, pagePath: '/admincontent/alpha' }).execute();
  await fetch(`${url}/version.json`);
  expect(hasSpoken).toBe(false);
  goOn();
  const stream = await opening;
  rights.mockRestore();
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  await app.database.db.deleteFrom('rolePage').where('roleNo', '=', roleNo).execute();
  expect(await stream.next()).toEqual({ type: 'permissions' });
  busy.close();
  stream.close();
});

test('ends the stream of a frozen person at once, with the reason', async () => {
  const { userNo } = await addPerson(app.database, 'chege');
  const stream = await open((await signInAs(app, 'chege')).token);
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  await app.database.db.updateTable('appUser').set({ userStatus: 'FROZEN' }).where('userNo', '=', userNo).execute();
  expect(await stream.next()).toEqual({ type: 'session', reason: 'FROZEN' });
  expect(await stream.next()).toBeNull();
});

test('tells first what was told while a browser was away, to whom it concerned', async () => {
  const { userNo } = await addPerson(app.database, 'esther');
  const { token } = await signInAs(app, 'esther');
  const { events } = app.services;
  events.publishHere({ userNos: ['U0'] }, { type: 'permissions' });
  events.publishHere({ userNos: [userNo] }, { type: 'warnings' });
  events.publishHere('everyone', { type: 'dictionaries' });
  const stream = await open(token, Math.floor(performance.now() - startedAt));
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  events.publishHere('everyone', { type: 'languages' });
  const told: string[] = [];
  while (!told.includes('languages')) told.push((await stream.next())?.type ?? 'languages');
  // What the tests before told everybody comes along.
  expect(told.slice(-3)).toEqual(['warnings', 'dictionaries', 'languages']);
  expect(told).not.toContain('permissions');
  stream.close();
});

test('says that events may be missed where it does not reach back that far, and refuses nonsense', async () => {
  await addPerson(app.database, 'farida');
  const { token } = await signInAs(app, 'farida');
  const stream = await open(token, 3_600_000);
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  expect(await stream.next()).toEqual({ type: 'missed' });
  stream.close();
  expect((await open(token, -1)).response.status).toBe(400);
});

test('says so to open browsers, too, when its own connection broke', async () => {
  await addPerson(app.database, 'grace');
  const stream = await open((await signInAs(app, 'grace')).token, 0);
  expect(await stream.next()).toMatchObject({ type: 'hello' });
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'kituo events' AND datname = current_database()`.execute(app.database.db);
  expect(await stream.next()).toEqual({ type: 'missed' });
  stream.close();
});

test('reaches browsers of every process, and the persons named alone', async () => {
  const { userNo } = await addPerson(app.database, 'dalia');
  const { db, url: connectionString } = app.database;
  const log = { warn: () => undefined, error: () => undefined };
  const elsewhere = await createEventHub({
    db,
    connectionString,
    rights: app.services.rights,
    log,
  });
  const seen = new Promise<ServerEvent>((resolve) => {
    elsewhere.subscribe({ sessionId: 's', userNo: 'somebody else' }, () => resolve({ type: 'permissions' }));
    elsewhere.subscribe({ sessionId: 't', userNo }, resolve);
  });
  const job: ServerEvent = { type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 };
  await app.services.events.publish({ userNos: [userNo] }, job);
  expect(await seen).toEqual(job);
  await elsewhere.close();
});

test('a person has so many streams at once and no more; with one closed there is room again', async () => {
  await addPerson(app.database, 'zuri');
  const { token } = await signInAs(app, 'zuri');
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS_A_PERSON }, () => open(token)));
  expect(streams.every(({ response }) => response.ok)).toBe(true);
  const events = { method: 'GET', url: '/api/hc/web/user/events', headers: { 'auth-token': token } } as const;
  expect((await app.http.inject(events)).statusCode).toBe(429);
  const before = countStreams(app.services);
  streams[0]?.close();
  await expect.poll(() => countStreams(app.services)).toBe(before - 1);
  const next = await open(token);
  expect(next.response.ok).toBe(true);
  for (const stream of [...streams, next]) stream.close();
});
