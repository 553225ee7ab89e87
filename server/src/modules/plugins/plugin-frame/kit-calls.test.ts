import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { view } from '@kituo/sdk/contracts';
import type { Endpoint } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints, isEndpoint } from '../../../http/all-endpoints.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';
import { addForeignPlugin } from '../../../../testing/test-foreign.ts';

const SDK = join(import.meta.dirname, '../../../../../sdk/src');
/** What of the SDK a plugin makes calls with, by folder. */
const OF_PLUGINS = ['page', 'jobs', 'upload', 'components'];
const PAGE = '/AdminContent/Tills';
const ELSEWHERE = '/AdminContent/UserSystem/UserManagement';

/** What the kit asks for and no isolated plugin gets, with the reason. */
const NEVER: Readonly<Record<string, string>> = {
  'approval.counts': 'what awaits approval is of the lender’s own sections; tabs there have no counts',
  config: 'versions of configuration are of the lender’s own sections',
  'import.applyFile': 'long files are of the lender’s own lists; an import of a plugin has at most 2,000 rows',
  'servicePersonnel.handOver': 'the open work of service staff is of the lender’s own sections',
  'reveal.show': 'an isolated plugin gets masked values alone; the kit shows no button there',
};

let app: TestApp;
let admin: Person;

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
  await app.database.db
    .insertInto('rolePage')
    .values([PAGE, '/AdminContent/Bare'].map((path) => ({ roleNo, pagePath: path.toLowerCase() })))
    .execute();
  const api = ['user/import/', 'dept/', 'save/attach', 'upload/attach', 'attach/download'];
  const page = { name: 'Tills', path: PAGE, titleKey: 'title', module: 'src/tills.tsx' };
  await addForeignPlugin(app, {
    name: 'tills',
    pages: ['Tills'],
    grants: { api, download: true },
    more: {
      capabilities: { api, clipboard: false, download: true },
      pages: [{ ...page, codes: ['user:user:add'], always: false }],
    },
  });
  const bare = { api: [], clipboard: false, download: false };
  await addForeignPlugin(app, { name: 'bare', pages: ['Bare'], more: { capabilities: bare } });
  admin = await as(app, 'admin');
});
afterAll(() => app[Symbol.asyncDispose]());

/** The endpoints that the SDK's own sources name, out of the contracts they import. */
async function askedByKit(): Promise<ReadonlyMap<string, Endpoint>> {
  const all = new Set(allEndpoints().map(({ name }) => name));
  const found = new Map<string, Endpoint>();
  for (const folder of OF_PLUGINS) {
    for (const file of await readdir(join(SDK, folder), { recursive: true })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
      const source = await readFile(join(SDK, folder, file), 'utf8');
      const imports = source.matchAll(/import (\*|[^;]*?) (?:as (\w+) )?from '([^']+\.contract\.ts)'/g);
      for (const [, what = '', space, path = ''] of imports) {
        if (what.startsWith('type ')) continue;
        const module: object = await import(join(SDK, folder, dirname(file), path));
        const names =
          space === undefined
            ? [...what.matchAll(/(?:^\{|,)\s*(?!type )(\w+)/g)]
            : [...source.matchAll(new RegExp(`\\b${space}\\.(\\w+)`, 'g'))];
        for (const [, name = ''] of names) {
          const endpoint: unknown = Reflect.get(module, name);
          if (!isEndpoint(endpoint)) continue;
          expect(all.has(endpoint.name), endpoint.name).toBe(true);
          found.set(endpoint.name, endpoint);
        }
      }
    }
  }
  return found;
}

/** Whether a call is refused because a plugin makes it, whatever else may be wrong with it. */
async function isRefused({ method, path }: Endpoint, plugin: string): Promise<boolean> {
  const address = path.startsWith('/') ? path : `/api/hc/web/${path}`;
  const reply = await app.http.inject({
    method,
    url: address.replaceAll(/\{\w+\}/g, 'X1'),
    headers: { 'auth-token': admin.token, 'kituo-plugin': plugin },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  return reply.json().data?.error === 'PLUGIN_NOT_GRANTED';
}

test('everything that the kit asks for is answered to a plugin that was granted it', async () => {
  const asked = [...(await askedByKit())];
  expect(asked.length).toBeGreaterThan(25);
  const refused: string[] = [];
  for (const [name, endpoint] of asked) {
    if (await isRefused(endpoint, 'tills')) refused.push(name.startsWith('config.') ? 'config' : name);
  }
  expect([...new Set(refused)].sort()).toEqual(Object.keys(NEVER).sort());
});

test('of it, files, uploads, imports and departments ask for a grant, and configuration is never given', async () => {
  const refused: string[] = [];
  for (const [name, endpoint] of await askedByKit())
    if (await isRefused(endpoint, 'bare')) refused.push(name.split('.')[0] ?? '');
  expect([...new Set(refused)].sort()).toEqual([
    'approval',
    'config',
    'dept',
    'file',
    'import',
    'job',
    'reveal',
    'servicePersonnel',
  ]);
});

const by = (path: string, payload: object) =>
  app.http
    .inject({
      method: 'POST',
      url: `/api/hc/web/${path}`,
      headers: { 'auth-token': admin.token, 'kituo-plugin': 'tills', 'idempotency-key': crypto.randomUUID() },
      payload,
    })
    .then((reply) => reply.json());
const content = { filters: {}, sort: null, layout: null, pageSize: null };

test('views of the lists of its own pages alone are a plugin’s', async () => {
  const own = { page: PAGE, list: 'tills' };
  const saved = await by('user/view/save', { ...own, ...content, viewName: 'Open tills' });
  expect(saved.data.viewName).toBe('Open tills');
  const { filterId } = (await by('user/filter/save', { ...own, filters: { phone: '0712' } })).data;
  const headers = { 'kituo-plugin': 'tills' };
  expect((await admin.get(view.filter, { filterId }, headers)).data.filters).toEqual({ phone: '0712' });

  const there = { page: ELSEWHERE, list: 'users' };
  const person = await admin.post(view.save, { ...there, ...content, viewName: 'Mine' });
  const { viewId, version } = person.data;
  const filter = await admin.post(view.saveFilter, { ...there, filters: { phone: '0712' } });
  expect((await by('user/view/page', there)).data.error).toBe('FORBIDDEN');
  expect((await by('user/view/save', { ...there, ...content, viewName: 'x' })).data.error).toBe('FORBIDDEN');
  for (const [path, more] of [
    ['user/view/delete', {}],
    ['user/view/share', { version, roleNos: [] }],
  ] as const)
    expect((await by(path, { viewId, ...more })).data.error).toBe('VIEW_NOT_FOUND');
  const address = `user/filter/${filter.data.filterId}`;
  expect((await admin.get(address, headers)).data.error).toBe('FILTER_NOT_FOUND');
  // What takes every list back is the person's, in their settings.
  expect((await by('user/view/layout/reset', {})).data.error).toBe('PLUGIN_NOT_GRANTED');
  expect((await admin.post(view.remove, { viewId })).code).toBe(0);
});

test('an import asks for the code of what is imported, held and declared', async () => {
  const read = async (kind: string) =>
    await admin.bytes(
      `user/import/preview?kind=${kind}`,
      Buffer.from('User name,Login id,Name,Merchant numbers,Phone,Job number\na,a,A,M0001,254712345678,AA1001'),
      { 'kituo-plugin': 'tills' },
    );
  expect((await read('users.import')).data.rows).toHaveLength(1);
  // Its pages declare nothing of dictionaries.
  expect((await read('dictionaries.entries')).data.error).toBe('FORBIDDEN');
  const list = await by('user/job/page', { ...listOf(), filters: {} });
  expect(list.data.rows).toEqual([]);
});
