import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { externalKey, readExternalToken } from './external-token.ts';

const OPEN = 'https://reports.example/board?view=day';
const GUARDED = 'https://bank.example/desk';
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await createTestApp({ plugins: { alpha: ['Alpha'], beta: ['Beta'] } });
  await addPerson(app.database, 'amina', { pages: ['/AdminContent/Alpha'] });
  const entry = { menuType: 'EXTERNAL', menuName: JSON.stringify({ en: 'x' }), sort: 1 } as const;
  await app.database.db
    .insertInto('menu')
    .values([
      { ...entry, menuNo: 'N9001', externalUrl: OPEN },
      { ...entry, menuNo: 'N9002', externalUrl: GUARDED, perms: '/AdminContent/Beta' },
    ])
    .execute();
  ({ token } = await signInAs(app, 'amina'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const ask = async (url: string) => {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/externalToken',
    headers: { 'auth-token': token },
    payload: { url },
  });
  return reply.json();
};

test('signs a token for an address of one’s own menu, good for 60 seconds and for it alone', async () => {
  const { data } = await ask(OPEN);
  expect(data.token).not.toContain(token);
  const key = await externalKey(app.database.db, 'https://reports.example');
  const now = Date.now();
  const claims = readExternalToken(data.token, { key, url: OPEN, now });
  expect(claims?.userNo).toMatch(/^U/);
  expect((claims?.expiresAt ?? 0) - now).toBeLessThanOrEqual(60_000);
  expect(readExternalToken(data.token, { key, url: GUARDED, now })).toBeNull();
  expect(readExternalToken(data.token, { key, url: OPEN, now: now + 60_001 })).toBeNull();
  const otherKey = await externalKey(app.database.db, 'https://bank.example');
  expect(readExternalToken(data.token, { key: otherKey, url: OPEN, now })).toBeNull();
  const [body = '', signature = ''] = data.token.split('.');
  const altered = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"U', '"V')).toString('base64url');
  expect(readExternalToken(`${altered}.${signature}`, { key, url: OPEN, now })).toBeNull();
});

test('signs nothing for addresses outside of one’s menu', async () => {
  for (const url of [GUARDED, 'https://reports.example/board', 'https://evil.example', 'not one']) {
    expect((await ask(url)).data.error).toBe('NOT_FOUND');
  }
});

test('the token opens no endpoint of ours', async () => {
  const { data } = await ask(OPEN);
  const reply = await app.http.inject({
    url: '/api/hc/web/user/bootstrap',
    headers: { 'auth-token': data.token },
  });
  expect(reply.json().code).toBe(-10);
});
