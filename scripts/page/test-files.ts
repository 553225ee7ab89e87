import type { PageNames } from './page-names.ts';
import type { PagePlace } from './page-place.ts';
import type { Files } from './server-files.ts';

/** A test of the module through the real application, and one of the page with the fake host. */
export function testFiles(names: PageNames, place: PagePlace): Files {
  const { storey, module, file, plugin } = names;
  return {
    [`server/src/modules/${storey}/${module}/${module}.test.ts`]: serverTest(names, place),
    [`plugins/${plugin}/src/pages/${file}.page.test.tsx`]: pageTest(names, place),
  };
}

const serverTest = ({ thing, constant, file }: PageNames, { code }: PagePlace) => `
import { ${thing} } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { as, listOf, type Person } from '../../../../testing/test-calls.ts';

let app: TestApp;
let editor: Person;
let reader: Person;
let stranger: Person;
let merchantNo: string;

beforeAll(async () => {
  app = await createTestApp({ content: 'seeded' });
  const { db } = app.database;
  ({ merchantNo } = await db.selectFrom('merchant').select('merchantNo').limit(1).executeTakeFirstOrThrow());
  const pages = [${thing}.${constant}_PAGE];
  const of = async (name: string, codes: readonly string[], isHere = true) => {
    const { userNo } = await addPerson(app.database, name, { pages, codes });
    if (isHere) await db.insertInto('userMerchant').values({ userNo, merchantNo }).execute();
    return await as(app, name);
  };
  editor = await of('${file}.editor', ['${code}']);
  reader = await of('${file}.reader', []);
  stranger = await of('${file}.stranger', ['${code}'], false);
});
afterAll(async () => await app[Symbol.asyncDispose]());

const path = (endpoint: { readonly path: string }) => endpoint.path;
const one = (no: string) => path(${thing}.detail).replace('{${thing}No}', no);
const form = (name: string) => ({ merchantNo, ${thing}Name: name, remark: null });
const add = async (name: string): Promise<string> => (await editor.post(path(${thing}.save), form(name))).data.${thing}No;

it('adds, lists and changes, and keeps what was changed', async () => {
  const no = await add('First');
  const found = await reader.post(path(${thing}.page), listOf({ ${thing}Name: 'first' }));
  expect(found.data).toMatchObject({ total: 1, rows: [{ ${thing}No: no, version: 1, allowedActions: [] }] });
  const changed = { ${thing}No: no, version: 1, ...form('Second') };
  expect((await editor.post(path(${thing}.update), changed)).data).toEqual({ version: 2 });
  const { data } = await editor.get(one(no));
  expect(data).toMatchObject({ ${thing}Name: 'Second', version: 2, allowedActions: ['update'] });
  expect(data.history.map((entry: { action: string }) => entry.action)).toEqual(['${thing}.update', '${thing}.save']);
});

it('refuses a change of what somebody else changed meanwhile, and whoever may not', async () => {
  const no = await add('Third');
  const changed = { ${thing}No: no, version: 1, ...form('Fourth') };
  await editor.post(path(${thing}.update), changed);
  expect((await editor.post(path(${thing}.update), changed)).data.error).toBe('STALE');
  expect((await reader.post(path(${thing}.update), changed)).data.error).toBe('FORBIDDEN');
});

it('shows and takes nothing beyond the merchants of the person', async () => {
  const no = await add('Fifth');
  expect((await stranger.post(path(${thing}.page), listOf())).data.total).toBe(0);
  expect((await stranger.get(one(no))).data.error).toBe('NOT_FOUND');
  const changed = { ${thing}No: no, version: 1, ...form('Sixth') };
  expect((await stranger.post(path(${thing}.update), changed)).data.error).toBe('NOT_FOUND');
  expect((await stranger.post(path(${thing}.save), form('Seventh'))).data.error).toBe('REFERENCE_UNKNOWN');
});

it('writes the list to a file', async () => {
  const { data } = await reader.post(path(${thing}.exportList), { format: 'csv', filters: {}, sort: null });
  expect(data.jobNo).toMatch(/\\S/);
});
`;

const pageTest = ({ thing, type, file }: PageNames, { path, code }: PagePlace) => `
// @vitest-environment jsdom
import { merchant, ${thing} } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ${type}Page } from './${file}.page.tsx';

const row: ${thing}.${type}Row = {
  ${thing}No: 'N1',
  merchantNo: 'M1',
  merchantName: 'Haraka',
  ${thing}Name: 'The first',
  remark: null,
  updatedByName: 'Achieng',
  updatedAt: '2026-11-20T08:00:00Z',
  version: 3,
  allowedActions: ['update'],
};
const open = (perms: string[] = []) =>
  renderPage(<${type}Page />, {
    at: '${path}',
    perms,
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(${thing}.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(${thing}.detail, {
        ...row,
        history: [
          { happenedAt: row.updatedAt, action: '${thing}.save', byName: 'Achieng', before: null, after: {}, reason: null },
        ],
      }),
      reply(${thing}.save, { ${thing}No: 'N2' }),
      reply(${thing}.update, { version: 4 }),
      reply(merchant.options, [{ merchantNo: 'M1', merchantName: 'Haraka', enabled: true }]),
    ],
  });

test('changes a row, in the version that was read', async () => {
  const page = open(['${code}']);
  fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText('Name'), { target: { value: 'The second' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(${thing}.update)[0]?.request).toMatchObject({
      ${thing}No: 'N1',
      version: 3,
      ${thing}Name: 'The second',
      remark: null,
    });
  });
});

test('shows one with its history, and no button to those without its code', async () => {
  open();
  fireEvent.click(await screen.findByText('The first'));
  expect(await screen.findByText('Added')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Add|Edit)/ })).toBeNull();
});
`;
