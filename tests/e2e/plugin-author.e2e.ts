import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { change, menu, role } from '@kituo/sdk/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AuthorsFolder, saidBy } from '../plugin-author/authors-folder.ts';
import { documentBoxes, type DocumentBox } from './support/author-document.ts';
import { OperatorsRegistry } from './support/registry-file.ts';
import { adminToken, callAs, newAdministrator, newStaff, tokenOf } from './support/staff.ts';
import { station } from './support/station.ts';
import { Visits } from './support/visits.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGES = join(ROOT, 'registry/packages');
const NAME = 'branch-notices';
const PATH = '/AdminContent/BranchNotices/NoticeCalendar';
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
  // The command looks for packages beside the registry file; this server has those of the tree.
  if (!existsSync(join(registryFolder, 'packages')))
    symlinkSync(PACKAGES, join(registryFolder, 'packages'), 'junction');
});
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

/** What an operator types in the house's checkout. */
async function typeAsOperator(line: string): Promise<void> {
  const [, from, to] = /^cp (\S+) registry\/(\S+)$/.exec(line) ?? [];
  if (from !== undefined && to !== undefined) {
    cpSync(join(folder.path, from), join(registryFolder, to));
    return;
  }
  const words = line.replace('npm run registry -- ', '').split(' ');
  const env = { ...process.env, KITUO_REGISTRY: registryFile };
  const args = [join(ROOT, 'scripts/registry.ts'), ...words];
  const { code, text } = await saidBy(spawn(process.execPath, args, { cwd: ROOT, env }));
  expect(code, `${line}\n${text}`).toBe(0);
}

/** What an operator writes into the plugin's entry. */
function writeIntoEntry(text: string): void {
  const now = z.parse(file, JSON.parse(readFileSync(registryFile, 'utf8')));
  const entry = { ...now.plugins[NAME], ...z.parse(z.looseObject({}), JSON.parse(text)) };
  registry.write(JSON.stringify({ ...now, plugins: { ...now.plugins, [NAME]: entry } }));
}

async function follow({ whose, kind, lines }: DocumentBox): Promise<void> {
  if (kind === 'json') writeIntoEntry(lines.join('\n'));
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

it('leads from an empty folder to a page in the menu of a merchant’s person', async () => {
  for (const box of documentBoxes()) await follow(box);
  await expect.poll(async () => (await registry.health()).fault).toBeNull();
  const roleNo = await roleWithPage();
  const person = await newStaff(url, { roleNos: [roleNo], merchantNos: ['M0001'] });
  const { page, faults } = await visits.as({
    userName: person.userName,
    password: person.password,
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Notices' }).click();
  await page.waitForURL(`**${PATH}`);
  // A publisher who is not of the house: its page is in a frame of its own.
  const section = page.frameLocator('iframe').getByRole('region', { name: 'Notices' });
  await section.getByRole('button', { name: 'Month after' }).click();
  await page.waitForURL(/\?month=\d{4}-\d{2}$/);
  await section.getByRole('button', { name: 'Today' }).click();
  // The test's own script for new documents looks for a session there, and finds that it may not.
  expect(faults.filter((fault) => !fault.includes("'sessionStorage'"))).toEqual([]);
}, 120_000);
