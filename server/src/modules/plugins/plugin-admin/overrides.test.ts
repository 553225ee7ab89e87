import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { SignedIn, TestApp } from '../../../../testing/test-app.ts';

let app: TestApp;
let dev: SignedIn;
const ORIGIN = 'http://localhost:4400';
const page = (name: string) => ({ name, path: `/AdminContent/${name}` });

beforeAll(async () => {
  app = await createTestApp({ plugins: { alpha: ['Alpha', 'Secret'], beta: ['Beta'] } });
  const codes = ['operation:plugin:develop'];
  await addPerson(app.database, 'dev', { pages: ['/AdminContent/Alpha'], codes });
  await addPerson(app.database, 'amina', { pages: ['/AdminContent/Alpha'] });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});
beforeEach(async () => {
  dev = await signInAs(app, 'dev');
});

const post = async (path: string, payload: object, token = dev.token) => {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api/hc/web/plugin-override/${path}`,
    headers: { 'auth-token': token, 'idempotency-key': randomUUID() },
    payload,
  });
  return reply.json();
};
const grant = async (change: object = {}) => await post('grant', { plugin: 'alpha', origin: ORIGIN, ...change });
const policy = async (cookie = dev.cookie) =>
  String((await app.http.inject({ url: '/', headers: { cookie } })).headers['content-security-policy']);
const trials = async (token = dev.token) => {
  const headers = { 'auth-token': token };
  const reply = await app.http.inject({ url: '/api/hc/web/user/bootstrap', headers });
  return reply.json().data.overrides ?? [];
};
const change = async (values: object) => {
  const { db } = app.database;
  const sessionId = dev.token.split('.')[0] ?? '';
  await db.updateTable('pluginOverride').set(values).where('sessionId', '=', sessionId).execute();
};

test('a trial opens the documents of this session to its origin, and no others', async () => {
  const other = await signInAs(app, 'dev');
  const { data } = await grant();
  expect(data).toMatchObject({ plugin: 'alpha', origin: ORIGIN });
  expect(Date.parse(data.endsAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  expect(await trials()).toEqual([data]);
  expect(await policy()).toContain(`script-src 'self' ${ORIGIN};`);
  expect(await policy()).toContain(`connect-src 'self' ${ORIGIN};`);
  for (const { cookie, token } of [other, await signInAs(app, 'amina')]) {
    expect(await trials(token)).toEqual([]);
    expect(await policy(cookie)).not.toContain('localhost');
  }
  const { body } = await app.http.inject({
    url: '/AdminContent/Alpha',
    headers: { cookie: dev.cookie },
  });
  expect(body).not.toContain('/plugins/alpha/');
});

test('is over when it is reset, when its time is, and when the row says more than was signed', async () => {
  await grant();
  expect((await post('end', { plugin: 'beta' })).data).toEqual({ ended: 0 });
  expect((await post('end', {})).data).toEqual({ ended: 1 });
  expect([await trials(), (await policy()).includes(ORIGIN)]).toEqual([[], false]);
  const forged = [{ endsAt: new Date(Date.now() + 9_000_000) }, { origin: 'https://evil.example' }, { plugin: 'beta' }];
  for (const values of forged) {
    dev = await signInAs(app, 'dev');
    await grant();
    await change(values);
    expect([values, await trials(), (await policy()).includes("'self';")]).toEqual([values, [], true]);
  }
  dev = await signInAs(app, 'dev');
  await grant();
  const hour = 3_600_000;
  await change({
    grantedAt: new Date(Date.now() - 2 * hour),
    endsAt: new Date(Date.now() - hour),
  });
  expect([await trials(), (await policy()).includes(ORIGIN)]).toEqual([[], false]);
});

test.each([
  'http://evil.example:4400',
  'https://localhost.evil.example',
  'http://localhost:4400/path',
  'http://user@localhost:4400',
  'javascript:alert(1)',
  'http://localhost:4400; script-src *',
  '*',
])('refuses the origin %s beside its field', async (origin) => {
  const { data } = await grant({ origin });
  expect([data.error, data.fields?.[0]?.field]).toEqual(['PLUGIN_OVERRIDE_ORIGIN', 'origin']);
});

test('opens pages that are held or new while the trial holds, and none of another plugin', async () => {
  const ask = async (names: readonly string[], plugin = 'alpha') =>
    await post('pages', { plugin, pages: names.map(page) });
  const asked = ['Alpha', 'Secret', 'New'];
  expect((await ask(asked)).data.error).toBe('PLUGIN_FORBIDDEN');
  await grant();
  expect((await ask(asked)).data.paths).toEqual(['/AdminContent/Alpha', '/AdminContent/New']);
  expect((await ask(['Secret'])).data.error).toBe('PLUGIN_FORBIDDEN');
  await grant({ plugin: 'gamma' });
  expect((await ask(['beta'], 'gamma')).data.error).toBe('PLUGIN_OVERRIDE_PATH');
});

test('a trial takes the place of one of the same plugin; more than five do not stand at once', async () => {
  for (const port of [1, 2]) await grant({ origin: `http://localhost:440${port}` });
  expect(await trials()).toMatchObject([{ origin: 'http://localhost:4402' }]);
  for (const name of ['a', 'b', 'c', 'd']) await grant({ plugin: name });
  const more = await grant({ plugin: 'e' });
  expect(more.data.error).toBe('PLUGIN_OVERRIDE_MANY');
});

test('asks for the code, and leaves a record of who tried what from where', async () => {
  const amina = await signInAs(app, 'amina');
  const request = { plugin: 'alpha', origin: ORIGIN };
  expect((await post('grant', request, amina.token)).data.error).toBe('FORBIDDEN');
  const { data } = await grant();
  const record = await app.database.db
    .selectFrom('auditLog')
    .select(['action', 'subjectNo', 'after'])
    .where('subjectType', '=', 'plugin')
    .orderBy('auditId', 'desc')
    .executeTakeFirstOrThrow();
  expect(record).toMatchObject({
    action: 'operation:plugin:develop',
    subjectNo: 'alpha',
    after: { origin: ORIGIN, overrideId: data.overrideId },
  });
});
