import { auth } from '@kituo/sdk/contracts';
import type { Bootstrap, PluginManifest } from '@kituo/sdk/contracts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, expect, it } from 'vitest';
import { DEMO_USER_NAMES } from '../../server/src/seed/people.ts';
import { drawn, menuLink, menuOf, pluginRequests } from './support/console-page.ts';
import { manifestOf, OperatorsRegistry } from './support/registry-file.ts';
import { callAs, DEMO_PASSWORD } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const server = station();
const { url } = server;
const visits = new Visits(url, { needsNew: true });
const registry = new OperatorsRegistry(server);
/** The console keeps a chosen language with the person: the next test finds English again. */
let visitor: string | null = null;
afterEach(async () => {
  await visits.leave();
  if (visitor !== null) await callAs(url, visitor, auth.saveSetting, { language: 'en' });
  visitor = null;
});
afterAll(() => visits.close());

/** The address of every file of every package, by plugin. */
const packages = [...registry.plugins()].map(([name, version]) => {
  const manifest = manifestOf(name, version);
  return {
    name,
    pages: manifest.description.pages.map((page) => page.path),
    files: manifest.files.map((file) => `/plugins/${name}/${version}/${file.name}`),
    /** The files that only these pages need, by their address. */
    pagesByFile: pagesByFile(manifest, (file) => `/plugins/${name}/${version}/${file}`),
  };
});

function pagesByFile(manifest: PluginManifest, address: (file: string) => string) {
  const found = new Map<string, string[]>();
  for (const { name, files, styles, later } of manifest.pages) {
    const path = manifest.description.pages.find((page) => page.name === name)?.path ?? '';
    for (const index of [...files, ...styles, ...later]) {
      const file = address(manifest.files[index]?.name ?? '');
      found.set(file, [...(found.get(file) ?? []), path]);
    }
  }
  return found;
}

function permittedFiles(boot: Bootstrap): string[] {
  return boot.registry.plugins
    .flatMap(({ name, version, files }) => files.map((file) => `/plugins/${name}/${version}/${file}`))
    .sort();
}

/** What would give a denied plugin away. Two plugins may hold the same chunk under the same name. */
function traces(denied: (typeof packages)[number], permitted: readonly string[]): RegExp {
  const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
  const known = new Set(permitted.map(nameOf));
  const names = [
    `plugins/${denied.name}\\b`,
    `plugin-${denied.name}\\b`,
    `"${denied.name}"`,
    ...denied.pages.map((path) => path.slice(1)),
    ...denied.files.map(nameOf).filter((name) => !known.has(name)),
  ];
  return new RegExp(names.join('|'), 'i');
}

/** As a person does: by typing, from where the cursor stands. Answers the session's token. */
async function signIn(page: Page, userName: string): Promise<string> {
  await page.goto(`${url}/`);
  await page.locator('input[name=userName]:focus').waitFor();
  await page.keyboard.type(userName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /settings and sign-out/ }).waitFor();
  await drawn(page, HOME);
  return (await page.evaluate(() => sessionStorage.getItem('token'))) ?? '';
}

it.each(DEMO_USER_NAMES)('%s signs in and downloads exactly the permitted sections', async (userName) => {
  const { context, page, faults } = await visits.blank();
  const asked = pluginRequests(context);
  const token = await signIn(page, userName);
  visitor = token;
  await visits.confirmAnnouncements(token);
  // In Chinese a visit needs the English texts as well: every file there is.
  await callAs(url, token, auth.saveSetting, { language: 'zh' });
  const boot = await callAs(url, token, auth.getBootstrap, {});
  const documents: string[] = [];
  // The browser gives a document's text out only until the next one has come.
  let reading = Promise.resolve();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'document') return;
    const text = response.text();
    reading = reading.then(async () => void documents.push(await text));
  });
  const offered = boot.registry.plugins.flatMap((plugin) => plugin.pages.map(({ path }) => path));
  await page.goto(`${url}/AdminContent`);
  await drawn(page, HOME);
  await reading;
  const entries = await menuOf(page)
    .locator('a.k-nav-link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(entries.length).toBeGreaterThan(0);
  expect(offered).toEqual(expect.arrayContaining(entries));
  for (const path of entries) {
    await menuLink(page, path).click();
    await drawn(page, path);
  }
  // Pages open to everybody without an entry, and one page more, for what a document preloads.
  const [again = ''] = entries;
  for (const path of offered.filter((each) => !entries.includes(each)).concat(again)) {
    await page.goto(url + path);
    await drawn(page, path);
    await reading;
  }
  // What every other page's document would inline and preload.
  for (const path of entries.slice(1)) {
    const response = await context.request.get(url + path, { headers: { accept: 'text/html' } });
    expect(response.status()).toBe(200);
    documents.push(await response.text());
  }
  await expect.poll(() => [...asked].sort()).toEqual(permittedFiles(boot));
  expect(faults).toEqual([]);

  const permitted = new Set(boot.registry.plugins.map(({ name }) => name));
  const denied = packages.filter(({ name }) => !permitted.has(name));
  const html = [...documents, await page.content()];
  expect(documents).toHaveLength(offered.length + 1);
  const preloaded = documents.flatMap((text) => text.match(/\/plugins\/[\w./-]+\.(?:json|js|css)/g));
  expect(preloaded.length).toBeGreaterThan(offered.length);
  expect(permittedFiles(boot)).toEqual(expect.arrayContaining(preloaded));
  for (const plugin of denied) {
    for (const text of html) expect(text).not.toMatch(traces(plugin, permittedFiles(boot)));
    expect(
      await page.evaluate((name) => {
        try {
          return System.resolve(`@kituo/plugin-${name}`);
        } catch {
          return 'not in the import map';
        }
      }, plugin.name),
    ).toBe('not in the import map');
  }
  // With the cookie alone, as a script is requested, and with the token.
  const statuses = async (address: string) => {
    const plain = await context.request.get(url + address);
    const named = await context.request.get(url + address, { headers: { 'auth-token': token } });
    return [plain.status(), named.status(), /html/.test(plain.headers()['content-type'] ?? '')];
  };
  for (const { files } of denied) {
    for (const file of files) expect([file, ...(await statuses(file))]).toEqual([file, 403, 403, false]);
  }
  const mine = new Set(permittedFiles(boot));
  for (const plugin of packages.filter(({ name }) => permitted.has(name))) {
    const { name, files } = plugin;
    const first = files.find((file) => mine.has(file)) ?? '';
    expect([first, ...(await statuses(first))]).toEqual([first, 200, 200, false]);
    // Chunks and styles of pages that are not theirs, in a section that is.
    for (const file of files) {
      const pages = plugin.pagesByFile.get(file) ?? [];
      if (pages.length === 0 || pages.some((path) => offered.includes(path))) continue;
      expect([file, ...(await statuses(file))]).toEqual([file, 403, 403, false]);
    }
    const missing = (files[0] ?? '').replace(/\.[^.]{43}\./, `.${'A'.repeat(43)}.`);
    expect([name, ...(await statuses(missing))]).toEqual([name, 404, 404, false]);
  }
});

it('gives no plugin file to who is not signed in', async () => {
  for (const { files } of packages) {
    for (const file of files) expect((await fetch(url + file)).status).toBe(403);
  }
});
