import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const LAYERS = ['sdk', 'host', 'plugins', 'server', 'sandbox', 'scripts', 'tests'];
const config: IConfiguration = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs'));

/** @param countsTypes false leaves out what is gone once types are stripped: a circle at run time can hide in one of types. */
async function look(folder: string, countsTypes = true): Promise<ICruiseResult> {
  const { forbidden = [], options = {} } = config;
  const { tsConfig, ...rest } = options;
  const result = await cruise(LAYERS, {
    ...rest,
    tsPreCompilationDeps: countsTypes,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
    outputType: 'json',
  });
  if (typeof result.output === 'string') {
    const parsed: ICruiseResult = JSON.parse(result.output);
    return parsed;
  }
  return result.output;
}

/** A small tree of the same shape as ours, into which one forbidden import is planted at a time. */
const innocent: Record<string, string> = {
  'sdk/src/index.ts': "export { one } from './format.ts';\n",
  'sdk/src/format.ts': 'export const one = 1;\n',
  'sdk/src/contracts/index.ts': 'export const path = 1;\n',
  'sdk/src/contracts/platform/job.contract.ts': 'export const job = 1;\n',
  'sdk/src/contracts/lending/order.contract.ts': 'export const order = 1;\n',
  'sdk/src/testing/index.ts': 'export const fake = 1;\n',
  'sdk/src/doors/payments/index.ts': 'export const why = 1;\n',
  'host/src/main.ts': "import { one } from '../../sdk/src/index.ts';\nexport const two = one;\n",
  'plugins/a/src/plugin.ts': "import { one } from '../../../sdk/src/index.ts';\nexport const a = one;\n",
  'plugins/b/src/plugin.ts': 'export const b = 1;\n',
  'server/src/main.ts': "import { path } from '../../sdk/src/contracts/index.ts';\nexport const main = path;\n",
  'server/src/http/implement.ts': 'export const implement = 1;\n',
  'server/src/modules/staff/users/index.ts': "export { find } from './repository.ts';\n",
  'server/src/modules/staff/users/repository.ts': 'export const find = 1;\n',
  'server/src/modules/staff/roles/index.ts': "import { find } from '../users/index.ts';\nexport const role = find;\n",
  'server/src/modules/lending/orders/index.ts':
    "import { find } from '../../staff/users/index.ts';\nexport const o = find;\n",
  'sandbox/src/index.ts': 'export const sandbox = 1;\n',
  'scripts/start.ts': 'export const start = 1;\n',
  'tests/support/database.ts': 'export const database = 1;\n',
};

const planted: [rule: string, file: string, imports: string][] = [
  ['no-cycles', 'sdk/src/format.ts', './index.ts'],
  ['not-resolvable', 'host/src/main.ts', './gone.ts'],
  ['every-file-has-a-layer', 'host/src/main.ts', '../../elsewhere/stray.ts'],
  ['a-shared-door-stands-on-the-sdk-as-plugins-do', 'sdk/src/doors/payments/index.ts', '../../format.ts'],
  ['the-sdk-knows-no-shared-door', 'sdk/src/format.ts', './doors/payments/index.ts'],
  ['contracts-import-zod-alone', 'sdk/src/contracts/index.ts', '../format.ts'],
  ['sdk-knows-nobody', 'sdk/src/format.ts', '../../host/src/main.ts'],
  ['host-imports-the-sdk-alone', 'host/src/main.ts', '../../server/src/main.ts'],
  ['a-plugin-imports-the-sdk-alone', 'plugins/a/src/plugin.ts', '../../b/src/plugin.ts'],
  ['a-plugin-imports-the-sdk-alone', 'plugins/b/src/plugin.ts', '../../../server/src/main.ts'],
  ['a-plugin-uses-the-sdk-doors', 'plugins/a/src/plugin.ts', '../../../sdk/src/format.ts'],
  ['a-plugin-ships-without-the-fake-host', 'plugins/a/src/plugin.ts', '../../../sdk/src/testing/index.ts'],
  ['server-imports-contracts-alone', 'server/src/main.ts', '../../sdk/src/index.ts'],
  ['server-imports-contracts-alone', 'server/src/main.ts', '../../sandbox/src/index.ts'],
  ['the-sandbox-knows-nobody', 'sandbox/src/index.ts', '../../server/src/main.ts'],
  ['modules-meet-at-their-door', 'server/src/modules/staff/roles/index.ts', '../users/repository.ts'],
  ['a-storey-knows-none-above', 'server/src/modules/staff/roles/index.ts', '../../lending/orders/index.ts'],
  ['a-storey-knows-none-above', 'sdk/src/contracts/platform/job.contract.ts', '../lending/order.contract.ts'],
  ['every-module-has-a-storey', 'server/src/main.ts', './modules/attic/offices/index.ts'],
  ['the-ground-floor-knows-no-module', 'server/src/http/implement.ts', '../modules/staff/users/index.ts'],
  ['source-does-not-import-tests', 'server/src/main.ts', '../../tests/support/database.ts'],
];

describe('the rules look', () => {
  let folder: string;
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };

  beforeEach(() => {
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.cache/layers-'));
    for (const [file, text] of Object.entries(innocent)) write(file, text);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test('an innocent tree is read and breaks none', async () => {
    const { summary, modules } = await look(folder);
    expect(modules.map((module) => module.source)).toEqual(expect.arrayContaining(Object.keys(innocent)));
    expect(summary.violations).toEqual([]);
  });

  test.each(planted)('%s: %s → %s', async (rule, file, imports) => {
    write('elsewhere/stray.ts', 'export const stray = 1;\n');
    write('server/src/modules/attic/offices/index.ts', 'export const offices = 1;\n');
    write(file, `${innocent[file]}export * as planted from '${imports}';\n`);
    const { summary } = await look(folder);
    expect(summary.violations.map((violation) => violation.rule.name)).toContain(rule);
  });

  test('a circle of types alone is a circle', async () => {
    write(
      'sdk/src/format.ts',
      "import type { one as other } from './index.ts';\nexport const one: typeof other = 1;\n",
    );
    const { summary } = await look(folder);
    expect(summary.violations.map((violation) => violation.rule.name)).toContain('no-cycles');
  });

  test('a circle at run time is seen without types, too', async () => {
    write('sdk/src/format.ts', "export * as planted from './index.ts';\nexport const one = 1;\n");
    const { summary } = await look(folder, false);
    expect(summary.violations.map((violation) => violation.rule.name)).toContain('no-cycles');
  });

  test('every rule but the one about packages has been planted against', () => {
    const proven = new Set(planted.map(([rule]) => rule));
    const all = (config.forbidden ?? []).map((rule) => rule.name ?? '');
    expect(all.filter((rule) => !proven.has(rule))).toEqual(['no-development-package-in-the-product']);
  });
});
