import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, createTestApp, signInAs } from '../../../../testing/test-app.ts';
import type { SignedIn, TestApp } from '../../../../testing/test-app.ts';
import { createLogger } from '../../platform/health/index.ts';
import { createRegistry } from '../registry/index.ts';
import { writePackage } from '../../../../testing/test-package.ts';
import { keepEarlierVersions } from './kept-versions.ts';

let app: TestApp;
let amina: SignedIn;
const log = createLogger('silent');

beforeAll(async () => {
  app = await createTestApp({ plugins: { alpha: ['Alpha'] } });
  await addPerson(app.database, 'amina', { pages: ['/AdminContent/Alpha'] });
  amina = await signInAs(app, 'amina');
  await writePackage(app.packagesDir, { name: 'alpha', version: '1.1.0', pages: ['Alpha'] });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

const entryOf = (version: string, registry = app.services.registry) => {
  const [plugin] = registry.forPages(new Set(['/admincontent/alpha'])).plugins;
  if (plugin?.version !== version) return null;
  return plugin.files[plugin.entry] ?? null;
};
const status = async (version: string, file: string) =>
  (
    await app.http.inject({
      url: `/plugins/alpha/${version}/${file}`,
      headers: { cookie: amina.cookie },
    })
  ).statusCode;

test('files of a version stay readable after the next took its place, on a new process, too', async () => {
  const before = entryOf('1.0.0') ?? '';
  expect(await status('1.0.0', before)).toBe(200);
  await writeFile(app.registryFile, JSON.stringify({ plugins: { alpha: { enabled: true, version: '1.1.0' } } }));
  await expect.poll(() => entryOf('1.1.0')).not.toBeNull();
  expect([await status('1.0.0', before), await status('1.1.0', entryOf('1.1.0') ?? '')]).toEqual([200, 200]);
  const registry = await createRegistry({ ...app.services.registry.place, log });
  const { db } = app.database;
  expect(registry.file('alpha', '1.0.0', before)).toBeNull();
  const stop = await keepEarlierVersions({ db, registry, log });
  expect(registry.file('alpha', '1.0.0', before)).not.toBeNull();
  expect(registry.file('alpha', '1.1.0', entryOf('1.1.0') ?? '')).not.toBeNull();
  // What was never on offer is served to nobody.
  expect(await registry.keep('alpha', '8.0.0')).toContain('missing');
  stop();
  await registry.close();
});
