import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../build/paths.ts';
import { readPluginDescription } from '../build/plugin-description.ts';
import { createPage } from './create-page.ts';

/** What a page is written into; that it is right by types and tests is proved in tests/deep. */
const TOUCHED = [
  'sdk/src/contracts/index.ts',
  'server/src/modules.ts',
  'server/src/migrations',
  'server/src/seed',
  'plugins/audit/plugin.json',
  'plugins/audit/src/plugin.ts',
  'plugins/audit/locales',
  'registry/registry.json',
  'package-lock.json',
];
const roots: string[] = [];
function aTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'kituo-page-'));
  roots.push(root);
  for (const path of TOUCHED) cpSync(join(ROOT, path), join(root, path), { recursive: true });
  return root;
}
/** A tree that has no plugin `schedule` yet. */
function aTreeWithoutSchedules(): string {
  const root = aTree();
  const without = (path: string, kind: string, names: readonly string[]) => {
    const held: Record<string, unknown> = JSON.parse(readFileSync(join(root, path), 'utf8'));
    const left = Object.entries(Object(held[kind])).filter(([name]) => !names.includes(name));
    writeFileSync(join(root, path), `${JSON.stringify({ ...held, [kind]: Object.fromEntries(left) }, null, 2)}\n`);
  };
  without('registry/registry.json', 'plugins', ['schedule']);
  without('package-lock.json', 'packages', ['plugins/schedule', 'node_modules/@kituo/plugin-schedule']);
  return root;
}
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** The errors that a parser finds, by file. */
const faultsOf = (root: string, paths: readonly string[]) =>
  paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    if (path.endsWith('.json')) return JSON.parse(text) === null ? [path] : [];
    const { diagnostics = [] } = ts.transpileModule(text, { fileName: path, reportDiagnostics: true });
    return diagnostics.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });

test('a page of the menu in a plugin that is new', async () => {
  const root = aTreeWithoutSchedules();
  const { place, created, changed } = await createPage(root, { plugin: 'schedule', page: 'SchedulePlan' });
  expect(place).toMatchObject({
    path: '/AdminContent/ScheduleManage/SchedulePlan',
    title: { en: 'Shift plans', zh: '排班方案' },
    code: 'schedule:plan:save',
  });
  expect(faultsOf(root, [...created, ...changed])).toEqual([]);
  const described = await readPluginDescription(join(root, 'plugins/schedule'), 'schedule');
  expect(described.pages.map(({ path, codes }) => [path, codes])).toEqual([[place.path, [place.code]]]);
  expect(changed).toEqual(expect.arrayContaining(['package-lock.json', 'registry/registry.json']));
});

test('a page that no menu has, with an operation of its own, in a plugin that is there', async () => {
  const root = aTree();
  const { created, changed } = await createPage(root, {
    plugin: 'audit',
    page: 'FraudRing',
    title: 'Fraud rings',
    titleZh: '欺诈团伙',
  });
  expect(faultsOf(root, [...created, ...changed])).toEqual([]);
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  expect(read('server/src/seed/menu-lending.ts')).toContain("['FraudRing', 'Fraud rings', '欺诈团伙']");
  expect(read('server/src/seed/operation-codes.ts')).toContain('\naudit:fraudRing save\n');
  expect(read('server/src/seed/operation-names.ts')).toContain('fraudRing:fraud ring:欺诈团伙|');
  const migration = created.find((path) => path.includes('/migrations/')) ?? '';
  expect(read(migration)).toContain("'/admincontent/auditsystem/fraudring'");
  // Texts that the plugin had stay as they were.
  const before: object = JSON.parse(readFileSync(join(ROOT, 'plugins/audit/locales/en.json'), 'utf8'));
  expect(JSON.parse(read('plugins/audit/locales/en.json'))).toMatchObject(before);
  expect(changed).not.toContain('registry/registry.json');
});

test('refuses names that cannot be, and what is there, with nothing written', async () => {
  const root = aTreeWithoutSchedules();
  const page = { plugin: 'schedule', page: 'SchedulePlan' };
  await expect(createPage(root, { ...page, page: 'schedule-plan' })).rejects.toThrow('called as its address ends');
  await expect(createPage(root, { ...page, storey: 'attic' })).rejects.toThrow('which storey');
  await expect(createPage(root, { plugin: 'garden', page: 'Tree', storey: 'staff' })).rejects.toThrow('Which section');
  await createPage(root, page);
  const contracts = readFileSync(join(root, 'sdk/src/contracts/index.ts'), 'utf8');
  await expect(createPage(root, page)).rejects.toThrow('Nothing was written');
  expect(readFileSync(join(root, 'sdk/src/contracts/index.ts'), 'utf8')).toBe(contracts);
});
