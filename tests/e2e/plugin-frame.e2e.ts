import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Download, FrameLocator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/src/db/pool.ts';
import { databaseOfStation } from '../support/station-process.ts';
import { brokenInFrames } from './support/accessibility.ts';
import { waitingApplications } from './support/applications.ts';
import { drawn, menuLink } from './support/console-page.ts';
import { foreignPlugin, type ForeignPlugin } from './support/foreign-plugin.ts';
import { usersOutside } from './support/users-outside.ts';
import { OperatorsRegistry } from './support/registry-file.ts';
import { newAdministrator, newStaff } from './support/staff.ts';
import { station } from './support/station.ts';
import { HOME, Visits } from './support/visits.ts';

const server = station();
const visits = new Visits(server.url);
const registry = new OperatorsRegistry(server);
const ROOT = join(import.meta.dirname, '../..');
const TEAM = '/AdminContent/MerchantSystem/StoreTeam';
const HOSTILE = '/AdminContent/MerchantSystem/Hostile';
const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';
const SALES = '/AdminContent/MerchantSystem/StoreSales';
const PEOPLE = '/AdminContent/UsersOutside/UserManagement';

/** Where a plugin would send what it got; and whether anything ever came. */
const reached: string[] = [];
const elsewhere = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
});
let out = '';
/** The merchant's own service. */
const till = createServer((request, response) => {
  const [, orderNo] = /\/purchases\/(\w+)$/.exec(request.url ?? '') ?? [];
  const purchase = {
    receiptNo: `R-${orderNo}`,
    merchantName: 'Savanna Nairobi',
    boughtOn: '2026-11-18',
    items: [
      {
        name: 'Gas cooker',
        count: 1,
        cents: 645e3,
      },
    ],
    earlierCents: 125e4,
  };
  response.end(JSON.stringify(orderNo === undefined ? [] : purchase));
});
let who: Awaited<ReturnType<typeof person>>;
const plugins: ForeignPlugin[] = [];

/** An administrator who has the plugins' pages, too: nobody else's menu changes. */
async function person(): Promise<{ readonly userName: string; readonly password: string }> {
  const { db, close } = openDatabase(databaseOfStation(server.dataDir), { maxConnections: 1 });
  const { roleNo } = await db
    .insertInto('role')
    .values({ roleName: `Frames ${Date.now()}` })
    .returning('roleNo')
    .executeTakeFirstOrThrow();
  const pages = [TEAM, HOSTILE, SALES, PEOPLE].map((path) => path.toLowerCase());
  await db
    .insertInto('rolePage')
    .values(pages.map((pagePath) => ({ roleNo, pagePath })))
    .execute();
  const { userNo, userName, password } = await newAdministrator(server.url);
  await db.insertInto('userRole').values({ userNo, roleNo }).execute();
  await close();
  return { userName, password };
}

beforeAll(async () => {
  out = await addressOf(elsewhere);
  const grants = { api: ['user/'], backend: await addressOf(till) };
  const { registryFile } = server;
  for (const folder of ['examples/merchant-service/plugin', 'tests/e2e/hostile'])
    plugins.push(await foreignPlugin(join(ROOT, folder), { registryFile, grants }));
  const outside = usersOutside('UsersOutside');
  const all = {
    api: ['user/', 'dept/', 'role/', 'upload/attach', 'save/attach'],
    clipboard: true,
    download: true,
  };
  plugins.push(await foreignPlugin(outside.folder, { registryFile, grants: all }));
  outside.remove();
  who = await person();
  const before = await registry.health();
  const file: { plugins: object } = JSON.parse(registry.text());
  const own = Object.fromEntries(plugins.map(({ name, entry }) => [name, entry]));
  registry.write(JSON.stringify({ ...file, plugins: { ...file.plugins, ...own } }));
  await registry.until(({ revision }) => revision !== before.revision);
});
afterEach(() => visits.leave());
afterAll(async () => {
  await registry.restore();
  for (const plugin of plugins) plugin.remove();
  elsewhere.close();
  till.close();
  await visits.close();
});

async function addressOf(service: typeof elsewhere): Promise<string> {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', () => done()));
  const { port } = service.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('main#k-main iframe');

/** A file that a frame hands to the person: at once within their click, later when they say so. */
function saved(page: Page): Promise<Download> {
  const asked = page.locator('.ks-toast').getByRole('button', { name: 'Save', exact: true });
  const download = page.waitForEvent('download');
  let hasCome = false;
  const come = () => (hasCome = true);
  download.then(come, come);
  // A busy machine makes the file when the click is long over. Else nobody is asked: what is asked later
  // is about another file, or somebody else's.
  const answer = async () => hasCome || (await asked.click());
  asked
    .waitFor()
    .then(answer)
    .catch(() => undefined);
  return download;
}

/** Escape for a dialog of the console, once the focus has left the frame for it: the frame would pass it on too late. */
async function escapeDialog(page: Page): Promise<void> {
  await page.locator('.bp6-overlay:focus-within').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The menu answers, and another page opens. */
async function consoleIsUsable(page: Page): Promise<void> {
  await menuLink(page, HOME).click();
  await drawn(page, HOME);
}

it('draws a signed section of others in an opaque frame, masked, in the language and theme of the console', async () => {
  const { page } = await visits.as({ ...who, path: TEAM, language: 'zh' });
  const frame = frameOf(page);
  await frame.getByRole('heading', { name: '门店团队' }).waitFor();
  const rows = frame.getByText(/^25\*+\d{3}$/);
  await expect.poll(() => rows.count()).toBeGreaterThan(5);
  expect(await frame.getByText(/^2547\d{8}$/).count()).toBe(0);
  const element = page.locator('main#k-main iframe');
  expect(await element.getAttribute('sandbox')).toBe('allow-scripts');
  expect(await element.getAttribute('title')).toBe('门店团队');
  expect(await frame.locator('html').evaluate(() => window.origin)).toBe('null');
  await page.emulateMedia({ colorScheme: 'dark' });
  await frame.locator('html[data-theme=dark]').waitFor();
  // The console's keys are the console's wherever the focus is.
  await frame.getByRole('heading').click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await escapeDialog(page);
  await consoleIsUsable(page);
});

it('a section in a frame breaks no A or AA rule, within the frame either', async () => {
  const { page } = await visits.as({ ...who, path: TEAM });
  await frameOf(page)
    .getByText(/^25\*+\d{3}$/)
    .first()
    .waitFor();
  expect(await brokenInFrames(page, 'store team')).toEqual([]);
});

it('draws parts of others in an order’s file: a tab of it, and an action beside the customer', async () => {
  const [{ orderNo } = { orderNo: '' }] = await waitingApplications(server.dataDir, 1);
  const { page } = await visits.as({ ...who, path: `${ORDER}?orderNo=${orderNo}` });
  const action = page.getByRole('group', { name: 'Previous purchases:' });
  await action.frameLocator('iframe').getByText('KES 12,500.00').waitFor();
  // Nothing of the tab was loaded before it is opened.
  expect(await page.locator('main#k-main iframe').count()).toBe(1);
  await page.getByRole('tab', { name: 'Purchase' }).click();
  await frameOf(page).getByRole('cell', { name: 'Gas cooker' }).waitFor();
  await page.getByRole('tab').first().click();
  await action.frameLocator('iframe').getByRole('button', { name: 'Store sales' }).click();
  await page.waitForURL(({ pathname }) => pathname === SALES);
  await frameOf(page).getByRole('heading', { name: 'Store sales' }).waitFor();
  // And a tile of it on Home.
  await menuLink(page, HOME).click();
  const tile = page.getByRole('region', { name: 'Sales today' }).frameLocator('iframe');
  await tile.getByText('KES 0.00').waitFor();
});

it('draws a page of the company, not a line of it changed, in a frame as in the page', async () => {
  const someone = await newStaff(server.url);
  const { page, faults } = await visits.as({ ...who, path: PEOPLE });
  const frame = frameOf(page);
  const row = frame.getByRole('grid').getByRole('row').filter({ hasText: someone.realName });
  await frame.getByRole('grid').getByRole('rowheader').first().waitFor();

  // Personal filters are kept by the server and stand in the address; the way back is the console's.
  await frame.getByRole('search').getByLabel('Name', { exact: true }).fill(someone.realName);
  await row.waitFor();
  await frame.getByRole('status').getByText('1 result').waitFor();
  // What is typed has an id of the frame's own at first, which a reload forgets; then the server's takes its place.
  const kept = () => new URL(page.url()).searchParams.get('saved');
  await expect.poll(kept).toMatch(/^[\w-]{16,64}$/);
  expect(page.url()).not.toContain('Zuri');
  await page.reload();
  await frame.getByRole('status').getByText('1 result').waitFor();

  // A command with its undo in the console's toast.
  await row.getByRole('button', { name: /^More actions/ }).click();
  await frame.getByRole('menuitem', { name: 'Freeze', exact: true }).click();
  await frame.getByRole('alertdialog').getByRole('button', { name: 'Freeze' }).click();
  const undo = page.locator('.ks-toast', { hasText: 'users-outside:' }).getByRole('button', { name: 'Undo' });
  // It stays while the pointer is on it, however long the list takes.
  await undo.hover();
  await row.getByText('Frozen').waitFor();
  await undo.click();
  await row.getByText('Normal').waitFor();

  // An export arrives as the console's download; an import reads a file.
  const exported = saved(page);
  await frame.getByRole('button', { name: 'Export', exact: true }).first().click();
  await frame.getByRole('menuitem', { name: 'CSV' }).first().click();
  const csv = readFileSync(await (await exported).path(), 'utf8');
  expect(csv).toContain(someone.realName);
  expect(csv).toMatch(/25\*+\d{3}/);
  await frame.getByRole('button', { name: 'Import' }).click();
  const dialog = frame.getByRole('dialog', { name: 'Import users' });
  const template = saved(page);
  await dialog.getByRole('button', { name: 'Template · CSV' }).click();
  expect((await template).suggestedFilename()).toBe('users-import-template.csv');
  const buffer = Buffer.from('User name,Login id,Name,Phone,Job number,Merchant numbers\r\na,a,A,0712,AA1001,M0001');
  await dialog.getByLabel('Choose a file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  const phone = dialog.getByLabel('Row 1, Phone');
  await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await frame.getByRole('button', { name: 'Discard' }).click();
  await dialog.waitFor({ state: 'detached' });

  const sent = `System.import('@kituo/sdk/later').then(({ upload }) =>
    upload(new File(['a,b'], 'a.csv'), { subjectType: 'user', subjectNo: '${someone.userNo}' }))`;
  expect(await frame.locator('html').evaluate(sent)).toMatchObject({ fileName: 'a.csv', bytes: 3 });

  // What is masked is alone, for nothing would show it; the keys of the list are on the console's sheet.
  await row.getByText(someone.realName).first().click();
  const detail = frame.getByRole('dialog', { name: someone.realName });
  await detail.getByText(/^25\*+\d{3}$/).waitFor();
  expect(await detail.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page
    .getByRole('dialog')
    .getByText(/^users-outside: /)
    .first()
    .waitFor();
  await escapeDialog(page);

  // What is typed outlasts the console's reload.
  await frame.getByRole('button', { name: 'Add user' }).first().click();
  const name = frame.getByRole('dialog').getByLabel('Name', { exact: true });
  await name.fill('Half filled');
  // The frame tells the console what is typed, a moment later.
  const sdk = "System.import('@kituo/sdk')";
  await expect.poll(() => page.evaluate(`${sdk}.then((it) => it.hasUnsavedForms())`)).toBe(true);
  const loaded = page.waitForEvent('load');
  await page.evaluate(`${sdk}.then((it) => void it.reloadKeepingDrafts())`);
  await loaded;
  await frame.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => name.inputValue()).toBe('Half filled');
  // The test's own script, which enters a session, may not in a frame.
  expect(faults.filter((fault) => !fault.includes("'sessionStorage'"))).toEqual([]);
});

it('lets a hostile section reach nothing', async () => {
  const { page } = await visits.as({
    ...who,
    path: `${HOSTILE}?elsewhere=${encodeURIComponent(out)}`,
  });
  const frame = frameOf(page);
  await frame.getByRole('button', { name: 'attempt' }).click();
  await frame.getByText('done', { exact: true }).waitFor();
  const results = await frame.locator('li').allTextContents();
  expect(results.length).toBeGreaterThan(20);
  expect(results.filter((result) => result.includes(' GOT '))).toEqual([]);
  // The plugin's own script did run in a document of its own making, and found the door shut.
  expect(results).toContain('peerOfOwnDocument refused: shut');
  expect(new URL(page.url()).pathname).toBe(HOSTILE);
  await consoleIsUsable(page);
  expect(reached).toEqual([]);
});

/** What the console's own calls are answered, one after the other. */
async function consoleAnswers(page: Page, token: string): Promise<readonly number[]> {
  return await page.evaluate(async (authToken) => {
    const each: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      const reply = await fetch('/api/hc/web/user/home/menuCounts', { headers: { 'auth-token': authToken } });
      await reply.text();
      each.push(reply.status);
    }
    return each;
  }, token);
}

it('what a frame sends and asks for without end takes no call of the console’s own', async () => {
  const { page, token } = await visits.as({ ...who, path: `${HOSTILE}?elsewhere=${encodeURIComponent(out)}` });
  await frameOf(page).getByRole('heading', { name: 'Hostile' }).waitFor();
  await frameOf(page).getByRole('button', { name: 'press', exact: true }).click();
  expect(new Set(await consoleAnswers(page, token))).toEqual(new Set([200]));
  // It is still there: the flood was one that nothing has ended.
  expect(await page.getByRole('heading', { name: 'The section was stopped' }).count()).toBe(0);
});

it('stops what sends too much at a time, and answers the console meanwhile', async () => {
  const { page, token } = await visits.as({ ...who, path: `${HOSTILE}?elsewhere=${encodeURIComponent(out)}` });
  await frameOf(page).getByRole('button', { name: 'weight', exact: true }).click();
  expect(new Set(await consoleAnswers(page, token))).toEqual(new Set([200]));
  await page.getByRole('heading', { name: 'The section was stopped' }).waitFor();
  await consoleIsUsable(page);
});

it('stops what loops, floods, leaves or breaks, and goes on', async () => {
  const { page } = await visits.as({
    ...who,
    path: `${HOSTILE}?elsewhere=${encodeURIComponent(out)}`,
  });
  const press = (name: string) => frameOf(page).getByRole('button', { name, exact: true }).click();
  await press('flood');
  await page.getByRole('heading', { name: 'The section was stopped' }).waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await press('leave');
  await page.getByRole('heading', { name: 'could not be shown' }).waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await frameOf(page).getByRole('heading', { name: 'Hostile' }).waitFor();
  // On a busy machine the frame hangs before it answers that it was clicked.
  press('loop').catch(() => undefined);
  const notice = page.getByRole('heading', { name: 'not responding' });
  await notice.waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await notice.waitFor({ state: 'detached' });
  await consoleIsUsable(page);
  // Somebody else: a third failure takes the section out of a session.
  const { page: other } = await visits.as({ ...who, path: `${HOSTILE}?crash=yes` });
  await other.getByRole('heading', { name: 'could not be shown' }).waitFor();
  await consoleIsUsable(other);
  expect(reached).toEqual([]);
});
