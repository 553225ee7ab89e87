import { auth, languages } from '@kituo/sdk/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { mark } from './support/console-page.ts';
import { adminToken, callAs, newAdministrator } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const { url } = station();
const visits = new Visits(url);
afterEach(() => visits.leave());
afterAll(() => visits.close());

/** A text of Kenyan English, which no other test reads; null takes it back. */
async function write(namespace: string, key: string, text: string | null): Promise<void> {
  const admin = await adminToken(url);
  const list = await callAs(url, admin, languages.textPage, {
    filters: { languageCode: 'ke', namespace, key },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const version = list.rows.find((row) => row.key === key)?.version ?? 0;
  await callAs(url, admin, languages.textSave, {
    languageCode: 'ke',
    namespace,
    key,
    text,
    version,
  });
}

it('shows what is written over a shipped text in open consoles, after a reload and no longer', async () => {
  const { userName, password } = await newAdministrator(url);
  const { page, token, faults } = await visits.as({ userName, password });
  await callAs(url, token, auth.saveSetting, { language: 'ke' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/language\/texts\//.test(request.url())) asked.push(request.url());
  });
  await page.reload();
  const warnings = (name: string) => page.getByRole('heading', { name, exact: true });
  await warnings('Latest warnings').waitFor();
  const isKept = await mark(page);
  // Whether others wrote over texts before is not this test's to know.
  const offered = await callAs(url, token, auth.enabledLanguages, {});
  const isUntouched = offered.every(({ textRevision }) => textRevision === undefined);
  if (isUntouched) expect(asked).toEqual([]);
  await write('home', 'home.warnings', 'Fresh warnings');
  await warnings('Fresh warnings').waitFor();
  await write('host', 'menu.filter', 'Go to a page');
  await page.getByPlaceholder('Go to a page').waitFor();
  expect(await isKept()).toBe(true);
  await page.reload();
  await warnings('Fresh warnings').waitFor();
  await write('home', 'home.warnings', null);
  await write('host', 'menu.filter', null);
  await warnings('Latest warnings').waitFor();
  await page.getByPlaceholder('Filter the menu').waitFor();
  expect(faults).toEqual([]);
});
