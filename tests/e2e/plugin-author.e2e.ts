import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { auth, change, menu, pluginOperate, role, warning } from '@kituo/sdk/contracts';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { queuePlace } from '../../server/src/modules/plugins/registry/index.ts';
import { AuthorsFolder, saidBy } from '../plugin-author/authors-folder.ts';
import { documentBoxes, type DocumentBox } from './support/author-document.ts';
import { drawn, menuLink } from './support/console-page.ts';
import { OperatorsRegistry } from './support/registry-file.ts';
import { adminToken, callAs, newAdministrator, newStaff, tokenOf, type NewStaff } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'registry/packages');
const NAME = 'branch-notices';
const PATH = '/AdminContent/BranchNotices/NoticeCalendar';
const SECTIONS = '/AdminContent/UserSystem/PluginManagement';
const file = z.looseObject({ plugins: z.record(z.string(), z.looseObject({})) });

const server = station();
const { url, registryFile } = server;
const registryFolder = dirname(registryFile);
const registry = new OperatorsRegistry(server);
const visits = new Visits(url);
let folder: AuthorsFolder;
/** Where the author is, below their folder. */
let at = '.';

beforeAll(async () => {
  folder = await AuthorsFolder.make();
});
afterEach(() => visits.leave());
afterAll(async () => {
  await visits.close();
  await registry.restore();
  await folder.remove();
  rmSync(join(PACKAGES, NAME), { recursive: true, force: true });
  rmSync(join(registryFolder, 'publishers/nairobi-loans.json'), { force: true });
});

/** What an author types; `npm install` is done for real by `npm run test:deep`. */
async function typeAsAuthor(line: string): Promise<void> {
  if (line.startsWith('cd ')) at = join(at, line.slice('cd '.length));
  if (line.startsWith('cd ') || line === 'npm install' || line === 'npm test') return;
  const [, words = ''] = /\bkituo-plugin (.*)$/.exec(line) ?? [];
  const asked = words.replace('https://console.example', url).split(' ');
  const { code, text } = await folder.run(at, ...asked);
  expect(code, `${line}\n${text}`).toBe(0);
}

/** What an operator types in the company's checkout. */
async function typeAsOperator(line: string): Promise<void> {
  const [, from, to] = /^cp (\S+) registry\/(\S+)$/.exec(line) ?? [];
  if (from !== undefined && to !== undefined) {
    cpSync(join(folder.path, from), join(registryFolder, to));
    return;
  }
  const words = line.replace('npm run registry -- ', '').split(' ');
  const before = await registry.health();
  const env = { ...process.env, KITUO_REGISTRY: registryFile };
  const args = [join(ROOT, 'scripts/registry.ts'), ...words];
  const { code, text } = await saidBy(spawn(process.execPath, args, { cwd: ROOT, env }));
  expect(code, `${line}\n${text}`).toBe(0);
  await registry.until(({ revision, fault }) => fault === null && revision !== before.revision);
}

/** What an operator writes into the plugin's entry. */
async function writeIntoEntry(text: string): Promise<void> {
  const before = await registry.health();
  const now = z.parse(file, JSON.parse(readFileSync(registryFile, 'utf8')));
  const entry = { ...now.plugins[NAME], ...z.parse(z.looseObject({}), JSON.parse(text)) };
  registry.write(JSON.stringify({ ...now, plugins: { ...now.plugins, [NAME]: entry } }));
  await registry.until(({ revision, fault }) => fault === null && revision !== before.revision);
}

async function follow({ whose, kind, lines }: DocumentBox): Promise<void> {
  if (kind === 'json') await writeIntoEntry(lines.join('\n'));
  else for (const line of lines) await (whose === 'author' ? typeAsAuthor : typeAsOperator)(line);
}

/** A role with the plugin's page, agreed to by a second administrator. @returns its number. */
async function roleWithPage(): Promise<string> {
  const admin = await adminToken(url);
  const { userName, password } = await newAdministrator(url);
  const second = await tokenOf(url, userName, password);
  const agree = async (changeNo: string | undefined, family: 'menu' | 'role') => {
    const { approve } = change.changeFamilies[family];
    if (changeNo) await callAs(url, second, approve, { changeNo });
  };
  const found = await callAs(url, admin, menu.unlisted, {});
  const page = found.find(({ plugin }) => plugin === NAME);
  expect(page).toMatchObject({ path: PATH, menuName: { en: 'Notices', zh: '通知日历' } });
  const entry = await callAs(url, admin, menu.edit, {
    parentMenuNo: null,
    menuType: 'PAGE',
    menuName: page?.menuName ?? {},
    icon: 'calendar',
    sort: 900,
    perms: PATH,
    externalUrl: null,
  });
  await agree(entry.changeNo, 'menu');
  const roleName = `Nairobi Loans ${Date.now()}`;
  const saved = await callAs(url, admin, role.save, {
    roleName,
    remark: null,
    dataScope: 'MERCHANTS',
    pages: [PATH.toLowerCase()],
    codes: [],
  });
  await agree(saved.changeNo ?? undefined, 'role');
  const roles = await callAs(url, admin, role.list, {});
  return roles.find((one) => one.roleName === roleName)?.roleNo ?? '';
}

/** People of a merchant who hold the page. */
let people: readonly NewStaff[];

/** Everything that the document says, and a menu that shows it. */
beforeAll(async () => {
  for (const box of documentBoxes()) await follow(box);
  const roleNo = await roleWithPage();
  const hired = Array.from({ length: 4 }, () => newStaff(url, { roleNos: [roleNo], merchantNos: ['M0001'] }));
  people = await Promise.all(hired);
}, 180_000);

/** The author changes the plugin and publishes it as another version, from where the document left them. */
async function publishNext(version: string, file: string, edit: (text: string) => string) {
  const change = (path: string, work: (text: string) => string) => {
    const whole = join(folder.path, at, path);
    const before = readFileSync(whole, 'utf8');
    writeFileSync(whole, work(before));
    return () => writeFileSync(whole, before);
  };
  const restore = change(file, edit);
  change('plugin.json', (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
  const line = documentBoxes()
    .flatMap(({ lines }) => lines)
    .find((each) => each.includes('publish --key'));
  await typeAsAuthor(line ?? '').finally(restore);
}

const entryOf = async () => {
  const { plugins } = await callAs(url, await adminToken(url), pluginOperate.list, {});
  const found = plugins.find(({ name }) => name === NAME);
  if (!found) throw new Error(`${NAME} is not listed`);
  return found;
};
/** What the operator would see on the page. */
const seen = async () => {
  const { version, rollout } = await entryOf();
  return { plugin: NAME, seen: { version, rollout: rollout?.version ?? null } };
};
const rollOut = async (version: string, percent: number) => {
  const asked = { ...(await seen()), version, percent };
  await callAs(url, await adminToken(url), pluginOperate.rollOut, asked);
  await expect.poll(async () => (await entryOf()).rollout?.percent).toBe(percent);
};

const open = async ({ userName, password }: NewStaff) => {
  const visit = await visits.as({ userName, password, path: PATH });
  return { ...visit, frame: visit.page.frameLocator('main#k-main iframe') };
};
/** Waits until a tab has read that its person gets a version; call it before they do. */
const toldOf = (page: Page, version: string) =>
  page.waitForResponse(
    async (response) =>
      response.url().endsWith(auth.getBootstrap.path) && (await response.text()).includes(`"version":"${version}"`),
  );
/** The test's own script for new documents looks for a session in the frame, and finds that it may not. */
const without = (faults: readonly string[]) => faults.filter((fault) => !fault.includes("'sessionStorage'"));

it('leads from an empty folder to a page in the menu of a merchant’s person', async () => {
  const [person] = people;
  const { page, faults } = await visits.as({
    userName: person?.userName ?? '',
    password: person?.password ?? '',
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Notices' }).click();
  await page.waitForURL(`**${PATH}`);
  // A publisher who is not of the company: its page is in a frame of its own.
  const section = page.frameLocator('main#k-main iframe').getByRole('region', { name: 'Notices' });
  await section.getByRole('button', { name: 'Month after' }).click();
  await page.waitForURL(/\?month=\d{4}-\d{2}$/);
  await section.getByRole('button', { name: 'Today' }).click();
  expect(without(faults)).toEqual([]);
});

it('reaches nobody, half, everybody; whoever has it keeps it, and a page that is open stays', async () => {
  const isIn = (version: string, { userNo }: NewStaff) => queuePlace(NAME, version, userNo) < 50;
  // Each version has a queue of its own: one in which some of these people stand in the first half, and some do not.
  const version = Array.from({ length: 50 }, (_, patch) => `0.2.${patch}`).find((each) => {
    const first = people.filter((person) => isIn(each, person)).length;
    return first > 0 && first < people.length;
  });
  if (version === undefined) throw new Error('no version divides these people');
  await publishNext(version, 'locales/en.json', (text) =>
    text.replace('"title": "Notices"', '"title": "Branch notices"'),
  );
  const tokens = await Promise.all(people.map(({ userName, password }) => tokenOf(url, userName, password)));
  const having = async () => {
    const found = await Promise.all(tokens.map((token) => callAs(url, token, auth.getBootstrap, {})));
    const versions = found.map(({ registry: { plugins } }) => plugins.find(({ name }) => name === NAME)?.version);
    return people.filter((_person, index) => versions[index] === version);
  };
  await rollOut(version, 0);
  expect(await having()).toEqual([]);
  const late = people.find((person) => !isIn(version, person));
  if (!late) throw new Error('nobody is late');
  const { page, frame, faults } = await open(late);
  await frame.getByRole('heading', { name: 'Notices', exact: true }).waitFor();
  const told = toldOf(page, version);
  await rollOut(version, 50);
  const half = people.filter((person) => isIn(version, person));
  expect(await having()).toEqual(half);
  await rollOut(version, 75);
  expect(await having()).toEqual(expect.arrayContaining(half));
  await rollOut(version, 100);
  expect(await having()).toEqual(people);
  await callAs(url, await adminToken(url), pluginOperate.promote, await seen());
  await expect.poll(async () => (await entryOf()).version).toBe(version);

  await told;
  // Deployed under way: the page that is open works on, the next time it is opened it is the new one.
  await frame.getByRole('button', { name: 'Month after' }).click();
  await page.waitForURL(/\?month=/);
  expect(await frame.getByRole('heading', { name: 'Notices', exact: true }).count()).toBe(1);
  await menuLink(page, HOME).click();
  await drawn(page, HOME);
  await page.getByRole('navigation').getByRole('link', { name: 'Notices' }).click();
  await frame.getByRole('heading', { name: 'Branch notices' }).waitFor();
  expect(without(faults)).toEqual([]);

  // Everybody goes back by one command, by hand.
  await typeAsOperator(`npm run registry -- rollback ${NAME}`);
  await expect.poll(async () => (await entryOf()).version).toBe('0.1.0');
  await expect.poll(having).toEqual([]);
});

it('a bad version goes back automatically, with a warning, and people see the good one at once', async () => {
  const bad = '0.3.0';
  const stops = `if (Date.now() > 0) throw new Error('bad');\n`;
  await publishNext(bad, 'src/pages/notice-calendar.page.tsx', (text) => text + stops);
  const now = z.parse(file, JSON.parse(readFileSync(registryFile, 'utf8')));
  registry.write(JSON.stringify({ ...now, limits: { minOpens: 2, minUsers: 2 } }));
  await rollOut(bad, 100);
  const failed = (page: Page) => page.getByRole('heading', { name: 'could not be shown' });
  const opened = await Promise.all(people.slice(0, 2).map(open));
  // Nobody presses anything.
  for (const { page, frame } of opened) {
    await frame.getByRole('heading', { name: 'Notices', exact: true }).waitFor();
    expect(await failed(page).count()).toBe(0);
  }
  const entry = await entryOf();
  expect(entry).toMatchObject({ version: '0.1.0', rollout: null });
  expect(entry.health.find(({ version }) => version === bad)?.trippedAt).not.toBeNull();
  const admin = await adminToken(url);
  const [newest] = await callAs(url, admin, pluginOperate.history, { plugin: NAME });
  expect(newest).toMatchObject({ action: 'auto', by: 'kituo' });
  const { rows } = await callAs(url, admin, warning.page, {
    filters: { sourceType: 'SECTION_FAILED', isLive: true },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  expect(rows.map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^branch-notices 0\.3\.0 failed .* its rollout ended automatically$/),
  );
});

it('an operator ends a rollout and switches the section off and on, from the page', async () => {
  const next = '0.4.0';
  await publishNext(next, 'locales/en.json', (text) => text);
  await rollOut(next, 50);
  const { page, faults } = await visits.as({ path: SECTIONS });
  await drawn(page, SECTIONS);
  const dialog = page.getByRole('alertdialog');
  const choose = async (row: string, entry: string) => {
    const found = page.getByRole('row').filter({ hasText: NAME }).filter({ hasText: row });
    await found.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await dialog.getByRole('button', { name: entry }).click();
  };
  await choose(next, 'Roll back');
  await page.getByText(`${NAME} is back at 0.1.0.`).waitFor();
  await expect.poll(async () => (await entryOf()).rollout).toBeNull();
  // The page, too: what is done from an older sight of it is refused.
  const ours = page.getByRole('row').filter({ hasText: NAME });
  await ours.filter({ hasText: 'Rolling out' }).waitFor({ state: 'detached' });
  await choose('0.1.0', 'Disable');
  await page.getByText(`${NAME} disabled.`).waitFor();
  const [person] = people;
  const token = await tokenOf(url, person?.userName ?? '', person?.password);
  const has = async () =>
    (await callAs(url, token, auth.getBootstrap, {})).registry.plugins.some(({ name }) => name === NAME);
  await expect.poll(has).toBe(false);
  const asked = { user: person?.userName ?? '', plugin: NAME };
  const { verdict } = await callAs(url, await adminToken(url), pluginOperate.explain, asked);
  expect(verdict).toBe('disabled');
  const row = page.getByRole('row').filter({ hasText: NAME }).filter({ hasText: '0.1.0' });
  await row.getByRole('button', { name: /^Enable/ }).click();
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await page.getByText(`${NAME} enabled.`).waitFor();
  await expect.poll(has).toBe(true);
  expect(without(faults)).toEqual([]);
});
