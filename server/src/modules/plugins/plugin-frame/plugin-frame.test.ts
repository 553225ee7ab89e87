import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { auth, file, job, pluginFrame, pluginOperate, user } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, found, listOf, type Person } from '../../../../testing/test-calls.ts';
import { createLogger } from '../../platform/health/index.ts';
import { createJobQueue, startJobWorker } from '../../platform/jobs/index.ts';
import { addForeignPlugin, writePublisher } from '../../../../testing/test-foreign.ts';
import { issueTicket } from './ticket.ts';

let app: TestApp;
let admin: Person;
let reviewer: Person;

beforeAll(async () => {
  app = await createTestApp({
    content: 'seeded',
    plugins: { home: ['Home'] },
    hasPublishers: true,
  });
  const { roleNo } = await app.database.db
    .selectFrom('userRole')
    .innerJoin('appUser', 'appUser.userNo', 'userRole.userNo')
    .select('roleNo')
    .where('userName', '=', 'admin')
    .executeTakeFirstOrThrow();
  for (const page of ['/admincontent/stores', '/admincontent/ungranted', '/admincontent/exporter'])
    await app.database.db.insertInto('rolePage').values({ roleNo, pagePath: page }).execute();
  const capabilities = { api: ['user/', 'role/'], clipboard: true, download: false };
  await addForeignPlugin(app, {
    name: 'stores',
    pages: ['Stores'],
    grants: { api: ['user/getUserList', 'user/'] },
    more: { capabilities },
  });
  await addForeignPlugin(app, {
    name: 'exporter',
    pages: ['Exporter'],
    grants: { api: ['user/', 'upload/attach'], download: true },
    more: {
      capabilities: { api: ['user/', 'upload/attach'], clipboard: false, download: true },
      pages: [
        {
          name: 'Exporter',
          path: '/AdminContent/Exporter',
          titleKey: 'title',
          module: 'src/pages/exporter.tsx',
          codes: ['user:user:export'],
          always: false,
        },
      ],
    },
  });
  await addForeignPlugin(app, { name: 'ungranted', pages: ['Ungranted'], more: { capabilities } });
  admin = await as(app, 'admin');
  reviewer = await as(app, 'reviewer');
});
afterAll(() => app[Symbol.asyncDispose]());

const by = (plugin: string) => ({ 'kituo-plugin': plugin });
const people = async (headers: Record<string, string>) =>
  await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/getUserList',
    headers: { 'auth-token': admin.token, ...headers },
    payload: listOf(),
  });
const opened = async (plugin = 'stores') => await admin.post(pluginFrame.open, { plugin });

test('an isolated plugin’s call is answered masked, whoever makes it', async () => {
  const { data } = (await people({})).json();
  const { userNo } = data.rows.find((row: { userName: string }) => row.userName === 'reviewer');
  const phoneBy = async (headers: Record<string, string>) =>
    (await admin.get(user.getUpdateUserInfo, { userNo }, headers)).data.phone;
  expect(await phoneBy({})).toMatch(/^254\d{9}$/);
  expect(await phoneBy(by('stores'))).toMatch(/^25\*+\d{3}$/);
});

test.each([
  ['a family that was not granted', 'role/info/R-001', 5041],
  ['what being signed in allows', 'user/setting', 5041],
  ['the bootstrap', 'user/bootstrap', 5041],
  ['the budget of reveals', 'reveal/budget', 5041],
])('%s is refused', async (_what, path, code) => {
  expect((await admin.get(path)).code).not.toBe(code);
  expect(await admin.get(path, by('stores'))).toMatchObject({ status: 403, code });
});

test('without a grant, without the page and under no name of a plugin nothing is called', async () => {
  expect((await people(by('ungranted'))).json().code).toBe(5041);
  expect((await people(by('home'))).json().code).toBe(5040);
  expect((await people(by('nobody'))).json().code).toBe(5003);
  expect((await reviewer.post(pluginFrame.open, { plugin: 'stores' })).code).toBe(5003);
});

test.each([
  ['signing in', 'noAuth/logon/login', { userName: 'admin', password: 'a guess' }],
  ['a check before it', 'noAuth/logon/slider', {}],
])('%s is no section’s: what is public is closed to frames', async (_what, path, payload) => {
  const url = `/api/hc/web/${path}`;
  const own = await app.http.inject({ method: 'POST', url, payload });
  expect(own.json().code).not.toBe(5041);
  const framed = await app.http.inject({ method: 'POST', url, payload, headers: by('stores') });
  expect(framed.json()).toMatchObject({ code: 5041 });
});

test('a command of a code that its pages do not declare is refused', async () => {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/frozenUser',
    headers: {
      'auth-token': admin.token,
      'idempotency-key': 'x'.repeat(20),
      ...by('stores'),
    },
    payload: { userNo: 'U000009', reason: 'by a plugin' },
  });
  expect(reply.json()).toMatchObject({ code: 1003 });
});

test('files of an isolated package are not at the console’s own addresses, and harmless in a frame’s', async () => {
  const { files } = app.services.registry.offered('stores', { userNo: 'U000001', roles: [], merchants: [] })
    ?.manifest ?? {
    files: [],
  };
  const name = files[0]?.name ?? '';
  const headers = { 'auth-token': admin.token };
  const direct = await app.http.inject({ url: `/plugins/stores/1.0.0/${name}`, headers });
  expect([direct.statusCode, direct.json().code]).toEqual([404, 1004]);
  const { data } = await opened();
  const inFrame = await app.http.inject({ url: `${data.address}${name}` });
  expect([inFrame.statusCode, inFrame.headers['content-security-policy']]).toEqual([
    200,
    "default-src 'none'; sandbox",
  ]);
});

test('the document of a frame is the same for everybody and may run files of the company and of tickets alone', async () => {
  const reply = await app.http.inject('/frame/empty/?theme=dark');
  expect(reply.statusCode).toBe(200);
  const policy = String(reply.headers['content-security-policy']);
  expect(policy).toContain("connect-src 'none'");
  expect(policy).toMatch(/sandbox allow-scripts$/);
  expect(policy).not.toMatch(/unsafe|allow-same-origin|\*/);
  expect(
    policy
      .match(/script-src [^;]*/)?.[0]
      .split(' ')
      .slice(1),
  ).toEqual([expect.stringMatching(/^http:\/\/[^/]+\/host\/$/), expect.stringMatching(/^http:\/\/[^/]+\/frame\/$/)]);
  expect(reply.headers['x-frame-options']).toBeUndefined();
  expect(reply.body).toContain('data-theme="dark"');
  expect(reply.body).not.toMatch(/stores|ungranted|sessionId/);
});

const fileOf = async (name: string) => {
  const { plugins } = (await admin.get(auth.getBootstrap)).data.registry;
  const plugin = found(plugins.find((each) => each.name === name));
  return plugin.files[plugin.entry] as string;
};

test('a ticket opens the files of its plugin and no others', async () => {
  const { data } = await opened();
  expect(data).toMatchObject({ api: ['user/', 'user/getUserList'], clipboard: false });
  const file = await fileOf('stores');
  const script = await app.http.inject(`${data.address}${file}`);
  expect([script.statusCode, script.headers['access-control-allow-origin']]).toEqual([200, '*']);
  for (const name of ['nothing.js', '', 'a/b.js', await fileOf('home')])
    expect((await app.http.inject(`${data.address}${name}`)).statusCode).toBe(404);
});

test('a ticket is for its session, plugin and version, for a quarter of an hour', async () => {
  const { db } = app.database;
  const file = await fileOf('stores');
  const ask = (address: string) => app.http.inject(address + file);
  const over = async (address: string) => (await ask(address)).json().code;
  const { data } = await opened();
  // Not the last character: some of its bits belong to nothing, so that another one may say the same.
  const forged = data.address.replace(/.(?=.{9}\/$)/, (one: string) => (one === 'A' ? 'B' : 'A'));
  expect(await over(forged)).toBe(5042);
  const [sessionId = ''] = admin.token.split('.');
  const claims = { sessionId, plugin: 'stores', version: '1.0.0' };
  const at = async (more: object, now = Date.now()) => `/frame/${await issueTicket(db, { ...claims, ...more }, now)}/`;
  expect((await ask(await at({}))).statusCode).toBe(200);
  expect(await over(await at({}, Date.now() - 16 * 60_000))).toBe(5042);
  // The console asks for the next one after ten minutes: the last holds meanwhile, and the next when it is over.
  const minutes = (count: number) => Date.now() - count * 60_000;
  expect((await ask(await at({}, minutes(14)))).statusCode).toBe(200);
  expect((await ask((await opened()).data.address)).statusCode).toBe(200);
  expect(await over(await at({ version: '2.0.0' }))).toBe(5042);
  expect(await over(await at({ plugin: 'home' }))).toBe(5042);
  expect(await over(await at({ sessionId: 'nobody' }))).toBe(5042);
  await admin.get('user/signOut');
  const another = await as(app, 'admin');
  const { address } = (await another.post(pluginFrame.open, { plugin: 'stores' })).data;
  expect((await ask(address)).statusCode).toBe(200);
  await another.post(auth.signOut, {});
  expect(await over(address)).toBe(5042);
});

async function exported(headers: Record<string, string>): Promise<string> {
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/exportUserList',
    headers: {
      'auth-token': admin.token,
      'idempotency-key': randomUUID(),
      ...headers,
    },
    payload: { format: 'csv', filters: { userName: 'reviewer' }, sort: null },
  });
  return reply.json().data.jobNo;
}

test('an export that a plugin starts is masked, its own alone, and saved where that was granted', async () => {
  const { db, url } = app.database;
  const log = createLogger('silent');
  const queue = createJobQueue({ db, connectionString: url, log });
  const stop = await startJobWorker({ db, services: { ...app.services, jobs: queue }, log }, queue);
  admin = await as(app, 'admin');
  const mine = by('exporter');
  const [ofPerson, ofPlugin] = [await exported({}), await exported(mine)];
  const isDone = async (jobNo: string) =>
    await expect.poll(async () => (await admin.get(job.detail, { jobNo })).data.jobStatus).toBe('SUCCESS');
  await isDone(ofPerson);
  await isDone(ofPlugin);
  const file = async (jobNo: string, headers: Record<string, string>) =>
    (await admin.get(job.file, { jobNo }, headers)).body.toString();
  // Salaries stand in the export of who may see them.
  expect(await file(ofPerson, {})).toContain('52400.00');
  expect(await file(ofPlugin, mine)).not.toContain('52400.00');
  // What the person started does not exist for it, nor for another plugin what it started.
  for (const [jobNo, headers] of [
    [ofPerson, mine],
    [ofPlugin, by('stores')],
  ] as const)
    expect((await admin.get(job.detail, { jobNo }, headers)).data.error).toBe('JOB_NOT_FOUND');
  expect((await admin.get(job.file, { jobNo: ofPlugin }, by('stores'))).code).toBe(5041);
  const list = await app.http.inject({
    method: 'POST',
    url: '/api/hc/web/user/job/page',
    headers: { 'auth-token': admin.token, ...mine },
    payload: { ...listOf(), filters: {} },
  });
  expect(list.json().data.rows.map((row: { jobNo: string }) => row.jobNo)).toEqual([ofPlugin]);
  await stop();
});

test('a plugin sends files where that was granted, and gets none back', async () => {
  expect((await admin.get(file.token, { bytes: '5' }, by('exporter'))).status).toBe(200);
  expect((await admin.get(file.token, { bytes: '5' }, by('stores'))).code).toBe(5041);
  expect((await admin.get(file.attachDownload, { attachId: 'F000001' }, by('exporter'))).code).toBe(5041);
});

test('a key that is withdrawn takes what it signed out of every session, with the reason, and nothing else', async () => {
  const { registry } = app.services;
  const known = join(dirname(app.registryFile), 'publishers/savanna.json');
  const keys = await readFile(known, 'utf8');
  const file = await fileOf('exporter');
  const { data } = await opened('exporter');
  const has = async () => {
    const { plugins } = (await admin.get(auth.getBootstrap)).data.registry;
    return plugins.map(({ name }: { name: string }) => name);
  };
  const status = async () => (await app.http.inject(data.address + file)).statusCode;
  expect([await has(), await status()]).toEqual([expect.arrayContaining(['exporter']), 200]);

  // No command, no line in the registry file: the publishers' files are watched as well.
  await writePublisher(dirname(app.registryFile), { name: 'savanna', keys: [] });
  await expect.poll(has).toEqual(['home']);
  expect(registry.state().fault).toBeNull();
  expect(await status()).not.toBe(200);
  expect(registry.file('exporter', '1.0.0', file)).toBeNull();
  expect((await opened('exporter')).code).toBe(5003);
  expect((await people(by('exporter'))).json().code).toBe(5003);
  // A page of it that was opened before another version took its place may do nothing more either.
  expect((await people(by('home@1.0.0'))).json().code).toBe(5040);
  expect((await people(by('home@0.9.0'))).json().code).toBe(5003);
  // A process that starts now serves nothing of it either.
  expect(await registry.keep('exporter', '1.0.0')).toContain('savanna has no key "k1"');
  const explained = async (lang: string) =>
    (await admin.get(pluginOperate.explain, { plugin: 'exporter', user: 'admin' }, { lang })).data;
  expect(await explained('en')).toEqual({
    verdict: 'signature',
    sentences: [
      'exporter 1.0.0 cannot be delivered: savanna has no key "k1".',
      expect.stringContaining('The key was withdrawn'),
    ],
  });
  expect((await explained('zh')).sentences[1]).toContain('撤销');

  await writePublisher(dirname(app.registryFile), JSON.parse(keys));
  await expect.poll(has).toEqual(expect.arrayContaining(['exporter', 'home', 'stores']));
  expect(await status()).toBe(200);
});
