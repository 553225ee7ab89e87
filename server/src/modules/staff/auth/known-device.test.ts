import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { MAX_SESSIONS } from './start-session.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  for (const name of ['amina', 'brian', 'chege']) await addPerson(app.database, name);
});
afterAll(async () => await app[Symbol.asyncDispose]());

async function login(userName: string, password = TEST_PASSWORD, cookie = '') {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/noAuth/logon/login',
    remoteAddress: '10.9.0.1',
    headers: { 'idempotency-key': randomUUID(), cookie },
    payload: { userName, password },
  });
  const cookies = [reply.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0] ?? '');
  const device = cookies.find((one) => one.startsWith('kituo_device=')) ?? '';
  return { code: reply.json().code as number, error: reply.json().data?.error as string | undefined, device };
}

test('five wrong passwords of a stranger lock strangers out, and not a browser where the person was let in', async () => {
  const { device } = await login('amina');
  expect(device).not.toBe('');
  for (let guess = 0; guess < 5; guess += 1) expect((await login('amina', 'wrong')).error).toBe('LOGIN_WRONG');
  expect((await login('amina')).error).toBe('LOGIN_LOCKED');
  expect(await login('amina', TEST_PASSWORD, device)).toMatchObject({ code: 0, device });
  // Somebody else's browser is a stranger's; and a known one has five guesses of its own.
  const { device: other } = await login('brian');
  expect((await login('amina', TEST_PASSWORD, other)).error).toBe('LOGIN_LOCKED');
  for (let guess = 0; guess < 5; guess += 1) await login('amina', 'wrong', device);
  expect((await login('amina', TEST_PASSWORD, device)).error).toBe('LOGIN_LOCKED');
});

test('a browser that was only signed in at is still new where new ones need a code', async () => {
  const { device } = await login('brian');
  const known = await app.database.db.selectFrom('knownDevice').select('provedByCode').execute();
  expect(device).not.toBe('');
  expect(known.every(({ provedByCode }) => !provedByCode)).toBe(true);
});

test('with one session more than a person may have the oldest ends', async () => {
  const { db } = app.database;
  await login('chege');
  const { userNo, sessionId, startedAt } = await db
    .selectFrom('session')
    .innerJoin('appUser', 'appUser.userNo', 'session.userNo')
    .select(['session.userNo', 'sessionId', 'startedAt'])
    .where('userName', '=', 'chege')
    .executeTakeFirstOrThrow();
  const basics = { userNo, device: 'a program', address: '10.9.0.1', expiresAt: new Date(Date.now() + 3_600_000) };
  const hash = () => Buffer.from(randomUUID());
  const more = Array.from({ length: MAX_SESSIONS - 1 }, (_, index) => ({
    ...basics,
    sessionId: `program-${index}`,
    secretHash: hash(),
    cookieHash: hash(),
    startedAt: new Date(startedAt.getTime() + index + 1),
  }));
  await db.insertInto('session').values(more).execute();
  await login('chege');
  const ended = await db
    .selectFrom('session')
    .select(['sessionId', 'endReason'])
    .where('userNo', '=', userNo)
    .where('endedAt', 'is not', null)
    .execute();
  expect(ended).toEqual([{ sessionId, endReason: 'TOO_MANY' }]);
});
