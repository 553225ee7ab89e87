import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { pluginDescription } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { registryFile } from '../../sdk/src/contracts/plugins/registry-file.ts';
import { ROOT } from '../build/paths.ts';

type Accepts = (value: unknown) => boolean;
const readJson = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(ROOT, path), 'utf8'));

/** The schema file as an editor reads it: by its own words, not by the code it was made from. */
async function editorWith(schema: string): Promise<Accepts> {
  const checked = z.fromJSONSchema(await readJson(schema));
  return (value) => checked.safeParse(value).success;
}

let acceptsPlugin: Accepts;
let acceptsRegistry: Accepts;
let good: Record<string, unknown>;
beforeAll(async () => {
  acceptsPlugin = await editorWith('schemas/plugin.schema.json');
  acceptsRegistry = await editorWith('registry/registry.schema.json');
  good = await readJson('examples/merchant-service/plugin/plugin.json');
});

test('every plugin.json of ours names the schema and is accepted by it', async () => {
  const found: string[] = [];
  for await (const path of glob('{plugins/*,examples/**}/plugin.json', { cwd: ROOT })) {
    if (path.includes('node_modules')) continue;
    found.push(path);
    const manifest = await readJson(path);
    expect(acceptsPlugin(manifest), path).toBe(true);
    expect(existsSync(join(ROOT, dirname(path), String(manifest['$schema']))), path).toBe(true);
  }
  expect(found.length).toBeGreaterThanOrEqual(10);
  expect(acceptsRegistry(await readJson('registry/registry.json'))).toBe(true);
});

describe('an editor marks what the build would refuse', () => {
  const page = {
    name: 'Visits',
    path: '/AdminContent/BranchVisits/Visits',
    titleKey: 'title',
    module: 'src/pages/visits.page.tsx',
  };
  test.each([
    ['no name', { name: undefined }],
    ['a name in capitals', { name: 'Branch' }],
    ['a version that is none', { version: '1' }],
    ['a field that there is not', { colour: 'red' }],
    ['no pages', { pages: undefined }],
    ['pages that are no list', { pages: {} }],
    ['a page without a file', { pages: [{ ...page, module: undefined }] }],
    ['a path outside the console', { pages: [{ ...page, path: 'https://evil.example' }] }],
    ['a code of another form', { pages: [{ ...page, codes: ['everything'] }] }],
    ['a field of a page that there is not', { pages: [{ ...page, colour: 'red' }] }],
    ['an API family that is none', { capabilities: { api: [7] } }],
    ['a language that is none', { locales: ['english please'] }],
    ['a budget in words', { budgetKb: 'much' }],
  ])('%s', (_what, part) => {
    const broken = JSON.parse(JSON.stringify({ ...good, ...part }));
    expect(pluginDescription.safeParse(good).success).toBe(true);
    expect(pluginDescription.safeParse(broken).success).toBe(false);
    expect(acceptsPlugin(broken)).toBe(false);
  });

  test.each([
    ['no plugins', {}],
    ['no version', { plugins: { home: { enabled: true } } }],
    ['on or off in words', { plugins: { home: { enabled: 'yes', version: '0.1.0' } } }],
    [
      'more than everybody',
      {
        plugins: {
          home: {
            enabled: true,
            version: '0.1.0',
            rollout: { version: '0.2.0', percent: 120 },
          },
        },
      },
    ],
    ['limits that are none', { plugins: {}, limits: { failedPercent: -1 } }],
  ])('registry.json: %s', (_what, broken) => {
    expect(registryFile.safeParse(broken).success).toBe(false);
    expect(acceptsRegistry(broken)).toBe(false);
  });
});
