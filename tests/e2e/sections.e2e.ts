import { API_PREFIX, auth } from '@kituo/sdk/contracts';
import type { Bootstrap, PluginManifest } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DEMO_USER_NAMES } from '../../server/src/seed/people.ts';
import { IS_DEEP } from '../support/depth.ts';
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
  const manifest = manifestOf(name, version, server.packagesDir);
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

/** A plugin's whole texts: asked for only where a page names a text that its own file has not. */
function wholeTexts(boot: Bootstrap): ReadonlySet<string> {
  return new Set(
    boot.registry.plugins.flatMap(({ name, version, files, locales }) =>
      Object.values(locales).map((index) => `/plugins/${name}/${version}/${files[index]}`),
    ),
  );
}

const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
const isTexts = (file: string) => /\/texts-\w+\.[^/]+\.json$/.test(file);

/** What would give a denied plugin away. Two plugins may hold the same chunk under the same name. */
function traces(denied: (typeof packages)[number], permitted: readonly string[]): RegExp {
  const nameOf = (file: string) => file.slice(file.lastIndexOf('/') + 1);
  const known = new Set(permitted.map(nameOf));
  const names = [
    `plugins/${denied.name}\\b`,
    `plugin-${denied.name}\\b`,
    `"${denied.name}"`,
    ...denied.pages.flatMap((path) => [path.slice(1), path.slice(1).toLowerCase()]),
    ...denied.files.map(nameOf).filter((name) => !known.has(name)),
  ];
  // By case: a menu may name a section as its plugin is called.
  return new RegExp(names.join('|'));
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

/** Asks for an address as a browser does, with the cookie; with the token as well where it is given. */
type Ask = (address: string, token?: string) => Promise<{ readonly status: number; readonly contentType: string }>;

/** One file of each kind that is given out alike: a section's own, and of each page that has some to itself. */
function oneOfEach({ files, pagesByFile }: (typeof packages)[number]): string[] {
  const alike = Map.groupBy(files, (file) => (pagesByFile.get(file) ?? []).join());
  return [...alike.values()].map(([file = '']) => file);
}

/** What the documents of a person give away, and which files they get: those of their sections and pages, no others. */
async function expectPermittedAlone(
  boot: Bootstrap,
  {
    documents,
    html,
    ask,
    token,
    isFull,
  }: {
    readonly documents: readonly string[];
    /** The documents, and what was drawn of them. */
    readonly html: readonly string[];
    readonly ask: Ask;
    readonly token: string;
    /** Every file that is not theirs, not one of each kind. */
    readonly isFull: boolean;
  },
): Promise<void> {
  const offered = boot.registry.plugins.flatMap((plugin) => plugin.pages.map(({ path }) => path));
  const permitted = new Set(boot.registry.plugins.map(({ name }) => name));
  const preloaded = documents.flatMap((text) => text.match(/\/plugins\/[\w./-]+\.(?:json|js|css)/g));
  expect(preloaded.length).toBeGreaterThan(offered.length);
  expect(permittedFiles(boot)).toEqual(expect.arrayContaining(preloaded));
  const denied = packages.filter(({ name }) => !permitted.has(name));
  for (const plugin of denied) {
    const trace = traces(plugin, permittedFiles(boot));
    for (const text of html) expect([plugin.name, trace.exec(text)?.[0]]).toEqual([plugin.name, undefined]);
  }
  // With the cookie alone, as a script is requested, and with the token.
  const statuses = async (address: string) => {
    const plain = await ask(address);
    const named = await ask(address, token);
    return [plain.status, named.status, plain.contentType.includes('html')];
  };
  for (const plugin of denied) {
    for (const file of isFull ? plugin.files : oneOfEach(plugin))
      expect([file, ...(await statuses(file))]).toEqual([file, 403, 403, false]);
  }
  const mine = new Set(permittedFiles(boot));
  for (const plugin of packages.filter(({ name }) => permitted.has(name))) {
    const { name, files } = plugin;
    const first = files.find((file) => mine.has(file)) ?? '';
    expect([first, ...(await statuses(first))]).toEqual([first, 200, 200, false]);
    // Chunks and styles of pages that are not theirs, in a section that is.
    for (const file of isFull ? files : oneOfEach(plugin)) {
      const pages = plugin.pagesByFile.get(file) ?? [];
      if (pages.length === 0 || pages.some((path) => offered.includes(path))) continue;
      expect([file, ...(await statuses(file))]).toEqual([file, 403, 403, false]);
    }
    const missing = (files[0] ?? '').replace(/\.[^.]{43}\./, `.${'A'.repeat(43)}.`);
    expect([name, ...(await statuses(missing))]).toEqual([name, 404, 404, false]);
  }
}

/** Who goes through their pages in a browser: many sections, and few. The deep run sends everybody. */
const WALKING = IS_DEEP ? DEMO_USER_NAMES : ['reviewer', 'collector'];

it.each(WALKING)('%s signs in and downloads exactly the permitted sections', async (userName) => {
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
  const whole = wholeTexts(boot);
  const permittedAll = permittedFiles(boot);
  // Whose whole texts came, because a page named one before its own file was there, needs no part of them any more.
  const partsOf = (files: Iterable<string>) => {
    const wholly = new Set([...asked].filter((file) => whole.has(file)).map(folderOf));
    const isNeeded = (file: string) => !whole.has(file) && !(isTexts(file) && wholly.has(folderOf(file)));
    return [...files].filter(isNeeded).sort();
  };
  await expect.poll(() => partsOf(asked)).toEqual(partsOf(permittedAll));
  expect([...asked].filter((file) => !permittedAll.includes(file))).toEqual([]);
  expect(faults).toEqual([]);

  const html = [...documents, await page.content()];
  expect(documents).toHaveLength(offered.length + 1);
  const ask: Ask = async (address, named) => {
    const response = await context.request.get(
      url + address,
      named === undefined ? {} : { headers: { 'auth-token': named } },
    );
    return { status: response.status(), contentType: response.headers()['content-type'] ?? '' };
  };
  await expectPermittedAlone(boot, { documents, html, ask, token, isFull: true });
  const permitted = new Set(boot.registry.plugins.map(({ name }) => name));
  for (const plugin of packages.filter(({ name }) => !permitted.has(name))) {
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
});

// Empty in the deep run, where a browser is sent to all of them.
it.each(DEMO_USER_NAMES.filter((name) => !WALKING.includes(name)))(
  '%s gets documents and files of the permitted sections alone',
  async (userName) => {
    const signedIn = await fetch(`${url}${API_PREFIX}${auth.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName, password: DEMO_PASSWORD }),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0] ?? '')
      .join('; ');
    const { token } = z.parse(z.object({ data: z.object({ token: z.string() }) }), await signedIn.json()).data;
    const boot = await callAs(url, token, auth.getBootstrap, {});
    const documents: string[] = [];
    for (const path of boot.registry.plugins.flatMap((plugin) => plugin.pages.map((page) => page.path))) {
      const response = await fetch(url + path, { headers: { cookie, accept: 'text/html' } });
      expect([path, response.status]).toEqual([path, 200]);
      documents.push(await response.text());
    }
    const ask: Ask = async (address, named) => {
      const headers = { cookie, ...(named !== undefined && { 'auth-token': named }) };
      const response = await fetch(url + address, { headers });
      await response.arrayBuffer();
      return { status: response.status, contentType: response.headers.get('content-type') ?? '' };
    };
    await expectPermittedAlone(boot, { documents, html: documents, ask, token, isFull: false });
  },
);

it('gives no plugin file to who is not signed in', async () => {
  for (const { files } of packages) {
    for (const file of files) expect((await fetch(url + file)).status).toBe(403);
  }
});
