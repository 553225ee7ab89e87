import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pluginDescription } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { allEndpoints } from '../../server/src/http/all-endpoints.ts';

const ROOT = join(import.meta.dirname, '../..');
const PLUGINS = join(ROOT, 'plugins');

/** What endpoints ask for, and what server and contracts name for reveals, jobs, changes and versions. */
async function askedCodes(): Promise<(code: string) => boolean> {
  const asked = new Set(
    allEndpoints().flatMap(({ access }) => (typeof access === 'object' && 'code' in access ? access.code : [])),
  );
  let sources = '';
  for await (const path of glob(['server/src/**/*.ts', 'sdk/src/contracts/**/*.ts'], { cwd: ROOT })) {
    if (/seed|migrations|\.test\.|\/testing\//.test(path)) continue;
    sources += await readFile(join(ROOT, path), 'utf8');
  }
  // Twins of a section write their area as a value: `${area}:contact:reveal`.
  return (code) =>
    asked.has(code) || sources.includes(`'${code}'`) || sources.includes(`}${code.slice(code.indexOf(':'))}\``);
}

/* A code that nothing asks for is a tick in the roles that changes nothing. */
test('every code that a page declares is asked for', async () => {
  const isAsked = await askedCodes();
  const idle: string[] = [];
  for (const name of await readdir(PLUGINS)) {
    const text = await readFile(join(PLUGINS, name, 'plugin.json'), 'utf8');
    const { pages } = pluginDescription.parse(JSON.parse(text));
    for (const page of pages) {
      for (const code of page.codes) if (!isAsked(code)) idle.push(`${page.name}: ${code}`);
    }
  }
  expect(idle).toEqual([]);
});
