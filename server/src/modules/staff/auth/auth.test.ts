import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs, TEST_PASSWORD } from '../../../../testing/test-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';

const base = '/api/hc/web/';
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ plugins: { alpha: ['Alpha', 'AlphaTwo'], beta: ['Beta'] } });
  for (const name of ['amina', 'brian', 'chege', 'dalia', 'esther', 'faith', 'george', 'halima']) {
    await addPerson(app.database, name, { pages: ['/AdminContent/Alpha'] });
  }
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

function call(path: string, token: string, payload?: object, lang = 'en') {
  return app.http.inject({
    method: payload ? 'POST' : 'GET',
    url: base + path,
    headers: { 'auth-token': token, lang, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  });
}

const login = (userName: string, password: string, remoteAddress = '10.0.0.9') =>
  app.http.inject({
    method: 'POST',
    url: `${base}noAuth/logon/login`,
    remoteAddress,
    payload: { userName, password },
  });

test('signs in, answers the bootstrap of that person alone, and signs out', async () => {
  const { token, cookie } = await signInAs(app, 'amina');
  const boot = (await call('user/bootstrap', token)).json();
  expect(boot.data.sessionId).toBe(token.split('.')[0]);
  expect(boot.data.fullPaths).toEqual(['/admincontent/alpha']);
  expect(boot.data.registry.plugins.map((plugin: { name: string }) => plugin.name)).toEqual(['alpha']);
  expect(JSON.stringify(boot)).not.toMatch(/beta|AlphaTwo/i);
  expect(cookie).toMatch(/^kituo_[\w-]{22}=[\w-]{43}$/);
  expect((await call('user/signOut', token, {})).json().code).toBe(0);
  const after = await call('user/bootstrap', token);
  expect(after.statusCode).toBe(401);
  expect(after.json()).toMatchObject({ code: -10, data: { facts: { reason: 'SIGNED_OUT' } } });
});

test('tells which extension calls ring, where a telephone exchange is connected', async () => {
  const { token } = await signInAs(app, 'amina');
  const channel = async () => (await call('user/bootstrap', token)).json().data.callSystemChannel as string | null;
  const { db } = app.database;
  await db.updateTable('appUser').set({ extension: '2042' }).where('userName', '=', 'amina').execute();
  expect(await channel()).toBeNull();
  const gateways = app.services.engine.gateways as { voice: unknown };
  gateways.voice = { dial: async () => ({ callId: '1' }) };
  expect(await channel()).toBe('2042');
  gateways.voice = null;
});

test('answers a wrong password and an unknown name alike', async () => {
  const wrong = await login('amina', 'not-the-password');
  const unknown = await login('nobody-of-that-name', 'not-the-password');
  expect(wrong.statusCode).toBe(401);
  expect(unknown.json().msg).toBe(wrong.json().msg);
  expect(unknown.json().code).toBe(wrong.json().code);
});

test('puts a message beside each empty field, in the language requested', async () => {
  const reply = await app.http.inject({
    method: 'POST',
    url: `${base}noAuth/logon/login`,
    headers: { lang: 'zh' },
    payload: { userName: '', password: '' },
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().data.fields).toEqual([
    { field: 'userName', msg: '用户名不能为空' },
    { field: 'password', msg: '密码不能为空' },
  ]);
});

test('refuses the sixth attempt, the right password included, however many come at once', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => login('brian', 'wrong', '10.1.1.1')));
  const judged = replies.filter((reply) => reply.json().data.error === 'LOGIN_WRONG');
  expect(judged).toHaveLength(5);
  const locked = await login('brian', TEST_PASSWORD, '10.1.1.2');
  expect(locked.statusCode).toBe(429);
  expect(locked.json().msg).toMatch(/^Try again in 1[45]:\d\d\.$/);
});

test('tells that an account is frozen only to who knows its password, and ends its sessions', async () => {
  const { token } = await signInAs(app, 'chege');
  await app.database.db.updateTable('appUser').set({ userStatus: 'FROZEN' }).where('userName', '=', 'chege').execute();
  const over = (await call('user/bootstrap', token)).json();
  expect(over).toMatchObject({ code: -10, data: { facts: { reason: 'FROZEN' } } });
  expect((await login('chege', 'wrong')).json().data.error).toBe('LOGIN_WRONG');
  expect((await login('chege', TEST_PASSWORD)).json().data.error).toBe('LOGIN_FROZEN');
});

test('changes a password by the policy; other sessions end, this one gets a new token', async () => {
  const first = await signInAs(app, 'dalia');
  const second = await signInAs(app, 'dalia');
  const change = (newPassword: string, confirmPassword = newPassword, old = TEST_PASSWORD) =>
    call('user/changePwd', first.token, { oldPassword: old, newPassword, confirmPassword });
  expect((await change('Long-enough-77', 'other')).json().data).toMatchObject({
    error: 'PASSWORDS_DIFFER',
    fields: [{ field: 'confirmPassword', msg: 'The two passwords entered are inconsistent' }],
  });
  expect((await change('x', 'x', 'wrong')).json().data.error).toBe('PASSWORD_WRONG');
  const short = (await change('dalia-zq')).json().data;
  expect(short).toMatchObject({ error: 'PASSWORD_POLICY', facts: { rules: 'length userName' } });
  expect(short.fields.map(({ msg }: { msg: string }) => msg)).toEqual([
    'Use at least 10 characters',
    'The password contains the user name',
  ]);
  expect((await change(TEST_PASSWORD)).json().data.fields[0].msg).toMatch(/last 5 passwords/);
  expect((await change('P@ssw0rd2026!')).json().data.fields[0].msg).toMatch(/common/);
  // From the list of leaked ones: as it stands there, and decorated.
  expect((await change('sunflower1234')).json().data.fields[0].msg).toMatch(/common/);
  expect((await change('scoobydoo2')).json().data.fields[0].msg).toMatch(/common/);
  const done = (await change('Mvua-na-jua-88')).json();
  expect(done.code).toBe(0);
  expect((await call('user/bootstrap', first.token)).json().code).toBe(-10);
  expect((await call('user/bootstrap', second.token)).json().data.facts.reason).toBe('PASSWORD_CHANGED');
  expect((await call('user/bootstrap', done.data.token)).json().code).toBe(0);
  const stored = await app.database.db.selectFrom('idempotencyRecord').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(done.data.token);
});

test('the company may ask for longer passwords, and for new ones after some days', async () => {
  const { db } = app.database;
  const policy = { minLength: 14, remembered: 6, maxAgeDays: 30 };
  await db
    .insertInto('policySetting')
    .values({ settingKey: 'signIn.passwordPolicy', value: JSON.stringify(policy) })
    .execute();
  const age = async (days: number) =>
    await db
      .updateTable('appUser')
      .set({ passwordChangedAt: new Date(Date.now() - days * 86_400_000) })
      .where('userName', '=', 'faith')
      .execute();
  await age(29);
  expect((await signInAs(app, 'faith')).nextStep).toBe('DONE');
  await age(31);
  const old = await signInAs(app, 'faith');
  expect(old.nextStep).toBe('PASSWORD_UPDATE');
  const words = { oldPassword: TEST_PASSWORD, newPassword: 'Mvua-88-jua', confirmPassword: 'Mvua-88-jua' };
  const refused = (await call('user/changePwd', old.token, words)).json().data;
  expect(refused.fields[0].msg).toBe('Use at least 14 characters');
  const rule = (await call('user/passwordRule', old.token)).json().data;
  expect(rule).toEqual({ minLength: 14, remembered: 6 });
  await db.deleteFrom('policySetting').where('settingKey', '=', 'signIn.passwordPolicy').execute();
  await db
    .updateTable('appUser')
    .set({ mustUpdatePassword: false, passwordChangedAt: new Date() })
    .where('userName', '=', 'faith')
    .execute();
});

test('lets a session that must change its password do that, read the rule and sign out, and nothing else', async () => {
  await app.database.db
    .updateTable('appUser')
    .set({ mustUpdatePassword: true })
    .where('userName', '=', 'esther')
    .execute();
  const { token, nextStep, cookie } = await signInAs(app, 'esther');
  expect(nextStep).toBe('PASSWORD_UPDATE');
  for (const path of ['user/bootstrap', 'user/setting', 'user/session/list']) {
    expect((await call(path, token)).json().data.error).toBe('PASSWORD_UPDATE_REQUIRED');
  }
  const html = await app.http.inject({ url: '/', headers: { cookie } });
  expect(html.body).not.toContain('kituo-boot');
  const words = { oldPassword: TEST_PASSWORD, newPassword: 'Mvua-na-jua-88' };
  const done = await call('user/changePwd', token, { ...words, confirmPassword: 'Mvua-na-jua-88' });
  expect((await call('user/bootstrap', done.json().data.token)).json().code).toBe(0);
});

test('keeps settings a person changed, one by one, and repeats a command only once', async () => {
  const { token } = await signInAs(app, 'faith');
  await call('user/setting/save', token, { theme: 'dark' });
  await call('user/setting/save', token, { menuStyle: 'crosswise' });
  const { data } = (await call('user/setting', token)).json();
  expect(data).toMatchObject({ theme: 'dark', menuStyle: 'crosswise', pageSize: 20 });
  const refused = await call('user/setting/save', token, { pageSize: 21 });
  expect(refused.json().data.fields).toEqual([{ field: 'pageSize', msg: 'Invalid value' }]);
});

test('lists own sessions and ends the others', async () => {
  const first = await signInAs(app, 'george');
  const second = await signInAs(app, 'george');
  const { data } = (await call('user/session/list', first.token)).json();
  expect(data).toHaveLength(2);
  const other = await signInAs(app, 'halima');
  const foreign = { sessionId: other.token.split('.')[0] };
  expect((await call('user/session/end', first.token, foreign)).json().data.ended).toBe(0);
  expect((await call('user/session/end', first.token, { allOthers: true })).json().data.ended).toBe(1);
  expect((await call('user/setting', second.token)).json().data.facts.reason).toBe('ENDED_BY_USER');
  expect((await call('user/setting', other.token)).json().code).toBe(0);
});

test('a role taken away holds for the very next call', async () => {
  const { userNo } = await addPerson(app.database, 'imani', { pages: ['/AdminContent/Beta'] });
  const { token } = await signInAs(app, 'imani');
  const paths = async () => (await call('user/bootstrap', token)).json().data.fullPaths;
  expect(await paths()).toEqual(['/admincontent/beta']);
  await app.database.db.deleteFrom('userRole').where('userNo', '=', userNo).execute();
  expect(await paths()).toEqual([]);
});

test('names the menu in the language of the person’s setting, in that of the call without one', async () => {
  const { token } = await signInAs(app, 'halima');
  const menuNo = 'N9001';
  await app.database.db
    .insertInto('menu')
    .values({
      menuNo,
      menuType: 'PAGE',
      menuName: JSON.stringify({ en: 'Alpha', zh: '阿尔法' }),
      perms: '/AdminContent/Alpha',
      sort: 1,
    })
    .execute();
  const menuName = async (lang: string) =>
    (await call('user/bootstrap', token, undefined, lang)).json().data.menus[0].menuName;
  expect(await menuName('zh')).toBe('阿尔法');
  await call('user/setting/save', token, { language: 'en' });
  expect(await menuName('zh')).toBe('Alpha');
});

test('refuses settings and ids longer than any there are', async () => {
  const { token } = await signInAs(app, 'halima');
  const long = 'x'.repeat(65);
  const setting = await call('user/setting/save', token, { language: long });
  expect(setting.json().data.fields).toEqual([{ field: 'language', msg: 'At most 4 characters' }]);
  const end = await call('user/session/end', token, { sessionId: long });
  expect(end.json().data.fields).toEqual([{ field: 'sessionId', msg: 'At most 64 characters' }]);
});

test('records a sign-in with an unknown name like one with a wrong password, without the name', async () => {
  const refused = async () =>
    await app.database.db.selectFrom('auditLog').selectAll().where('action', '=', 'auth.login.refused').execute();
  const before = (await refused()).length;
  await login('typed-the-password-here', 'x', '10.0.0.77');
  const after = await refused();
  expect(after).toHaveLength(before + 1);
  expect(JSON.stringify(after)).not.toContain('typed-the-password-here');
});
