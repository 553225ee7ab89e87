import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pluginDescription } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { ROOT } from './command.ts';
import { reachedFrom, storeyOf, storeysCalled } from './storeys.ts';

/** The browser tests that a change can reach. */
export interface Reach {
  /** Files of `tests/e2e`. */
  readonly files: readonly string[];
  /** Plugins whose pages are visited (`every-page.e2e.ts`). */
  readonly plugins: readonly string[];
}

const E2E = 'tests/e2e';
const EVERY_PAGE = `${E2E}/every-page.e2e.ts`;
const list = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder)).filter((file) => file.endsWith(ending));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const plugins = readdirSync(join(ROOT, 'plugins')).map((folder) =>
  pluginDescription.parse(JSON.parse(read(`plugins/${folder}/plugin.json`))),
);

/** Storeys that each plugin calls. */
const called = new Map(plugins.map(({ name }) => [name, storeysCalled(`plugins/${name}/src`)]));

const shell = storeysCalled('host/src');

/** Names of addresses that tests share: `USERS` → its path. */
const named = new Map(
  list(`${E2E}/support`, '.ts')
    .flatMap((file) => [...read(`${E2E}/support/${file}`).matchAll(/export const (\w+) = '(\/AdminContent\/[^']+)'/g)])
    .map(([, name = '', path = '']) => [name, path]),
);

/** Plugins whose pages a browser test names; one that names none is about the shell, which opens with Home. */
export function pluginsNamed(text: string): string[] {
  const paths = [...named].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text)).map(([, path]) => path);
  const isNamed = ({ name, path }: { readonly name: string; readonly path: string }) =>
    paths.includes(path) || text.includes(path) || (/[a-z][A-Z]/.test(name) && new RegExp(`\\b${name}\\b`).test(text));
  const found = plugins.filter(({ pages }) => pages.some(isNamed)).map(({ name }) => name);
  return found.length > 0 ? found : ['home'];
}

/** What no page is made of. */
const OF_NO_PAGE =
  /^(docs|examples|schemas|tests|\.ci|server\/testing|scripts\/(test|check|registry|plugin))\/|\.md$|\.test\.tsx?$/;
/** What every browser test goes through. */
const OF_ALL_TESTS = /^tests\/(support\/|e2e\/support\/|e2e\/every-page)|^vitest\.e2e\./;

/** The plugins whose pages a changed file can alter. */
function pluginsOf(file: string): string[] {
  if (OF_NO_PAGE.test(file) && !OF_ALL_TESTS.test(file)) return [];
  const plugin = /^plugins\/([^/]+)\//.exec(file)?.[1];
  if (plugin !== undefined) return [plugin];
  const storey = storeyOf(file);
  if (storey === undefined) return plugins.map(({ name }) => name);
  // What the shell calls, it calls around every page; the console's own storey writes the document.
  if (storey === 'console' || shell.has(storey)) return plugins.map(({ name }) => name);
  const reached = reachedFrom(storey);
  return plugins.map(({ name }) => name).filter((name) => reached.some((each) => called.get(name)?.has(each)));
}

/** The browser tests that these changed files can reach. */
export function e2eReach(changed: readonly string[]): Reach {
  const reached = new Set(changed.flatMap(pluginsOf));
  const isWhole = reached.size === plugins.length;
  const files = list(E2E, '.e2e.ts')
    .map((file) => `${E2E}/${file}`)
    .filter((file) => isWhole || changed.includes(file) || pluginsNamed(read(file)).some((name) => reached.has(name)))
    .filter((file) => file !== EVERY_PAGE);
  return { files: reached.size > 0 ? [...files, EVERY_PAGE] : files, plugins: [...reached] };
}
