import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from '../build/build-error.ts';
import type { PageNames } from './page-names.ts';
import type { PagePlace } from './page-place.ts';
import { pageTexts, type Texts, withTexts } from './page-texts.ts';
import { json } from './plugin-files.ts';
import { camel, capital } from './server-files.ts';

/** What a page adds to files that are there, by path: all is worked out before any of it is written. */
export function treeEdits(root: string, names: PageNames, place: PagePlace, made: Readonly<Record<string, string>>) {
  const edited = new Map<string, string>();
  const read = (path: string) => edited.get(path) ?? made[path]?.trimStart() ?? readFileSync(join(root, path), 'utf8');
  const edit = (path: string, change: (text: string) => string) => {
    const before = read(path);
    const after = change(before);
    if (after === before) throw new BuildError(`${path} is not as expected: nothing was written.`);
    edited.set(path, after);
  };
  const { plugin, page, storey, module, thing, file, things } = names;

  edit(
    'sdk/src/contracts/index.ts',
    (text) => `${text.trimEnd()}\nexport * as ${thing} from './${storey}/${file}.contract.ts';\n`,
  );
  edit('server/src/modules.ts', (text) =>
    text
      .replace(/\n\n\/\*\*/, `\nimport { ${camel(module)} } from './modules/${storey}/${module}/index.ts';\n\n/**`)
      .replace(/\n\];\s*$/, `\n  ${camel(module)},\n];\n`),
  );
  edit('server/src/seed/index.ts', (text) =>
    text
      .replace(/\n\nexport \{/, `\nimport { seed${capital(things)} } from './${file}.ts';\n\nexport {`)
      .replace(
        '    await seedMenu(tx);\n',
        `    await seedMenu(tx);\n    await seed${capital(things)}(tx, PEOPLE[0]?.userNo ?? '');\n`,
      ),
  );
  edit(`plugins/${plugin}/src/plugin.ts`, (text) =>
    text.replace(
      /(\n {2}pages: \{[\s\S]*?)(\n {2}\},)/,
      `$1\n    ${page}: () => import('./pages/${file}.page.tsx'),$2`,
    ),
  );
  edit(`plugins/${plugin}/plugin.json`, (text) => {
    const described: { pages: object[] } = JSON.parse(text);
    const module = `src/pages/${file}.page.tsx`;
    described.pages.push({ name: page, path: place.path, titleKey: `${thing}.title`, module, codes: [place.code] });
    return json(described);
  });
  const texts = pageTexts(names, place);
  for (const language of ['en', 'zh'] as const)
    edit(`plugins/${plugin}/locales/${language}.json`, (text) => {
      const held: Texts = JSON.parse(text);
      return json(withTexts(held, texts[language]));
    });
  if (place.isNewPlugin) addPlugin(edit, plugin);
  if (!place.isInMenu) addToMenu(edit, read, names, place);
  if (!place.isCodeKnown) addCode(edit, read, names, place);
  return Object.fromEntries(edited);
}

type Edit = (path: string, change: (text: string) => string) => void;
type Read = (path: string) => string;

/** Switched on, and part of the workspace. */
function addPlugin(edit: Edit, plugin: string): void {
  edit('registry/registry.json', (text) => {
    const { plugins, ...head }: { readonly plugins: Record<string, object> } = JSON.parse(text);
    const all = sorted({ ...plugins, [plugin]: { enabled: true, version: '0.1.0' } });
    return json({ ...head, plugins: all });
  });
  edit('package-lock.json', (text) => {
    const lock: { packages: Record<string, object> } = JSON.parse(text);
    const name = `@kituo/plugin-${plugin}`;
    const own = {
      [`node_modules/${name}`]: { resolved: `plugins/${plugin}`, link: true },
      [`plugins/${plugin}`]: { name, version: '0.1.0' },
    };
    return json({ ...lock, packages: sorted({ ...lock.packages, ...own }) });
  });
}

/** As npm orders them. */
const sorted = <Value>(entries: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(entries).toSorted(([one], [other]) => one.localeCompare(other, 'en')));

/** The seed's menu; the migration tells the databases that were filled before. */
function addToMenu(edit: Edit, read: Read, { page }: PageNames, { section, title }: PagePlace): void {
  const path = ['lending', 'service']
    .map((each) => `server/src/seed/menu-${each}.ts`)
    .find((each) => read(each).includes(`path: '${section}',`));
  if (path === undefined) throw new BuildError(`No menu of the seed has ${section}.`);
  edit(path, (text) => {
    const at = text.indexOf('pages: [', text.indexOf(`path: '${section}',`)) + 'pages: ['.length;
    return `${text.slice(0, at)}['${page}', ${quoted(title.en)}, ${quoted(title.zh)}],${text.slice(at)}`;
  });
  // How many pages there are is told by two tests.
  edit('server/src/seed/seed.test.ts', (text) => text.replace(/(?<=toEqual\(\[18, )\d+/, oneMore));
  edit('server/src/seed/first-administrator.test.ts', (text) =>
    text.replace(/(?<=expect\(pages\)\.toBe\()\d+/, oneMore),
  );
}

const oneMore = (count: string) => String(Number(count) + 1);

/** A line of the table of operations, and words for what the seed has no words for. */
function addCode(edit: Edit, read: Read, { words }: PageNames, { code, title }: PagePlace): void {
  const [area = '', thing = '', action = ''] = code.split(':');
  edit('server/src/seed/operation-codes.ts', (text) => {
    const line = new RegExp(`^${area}:${thing}( .*)$`, 'm');
    return line.test(text)
      ? text.replace(line, `${area}:${thing}$1 ${action}`)
      : text.replace(/\n`;\n/, `\n${area}:${thing} ${action}\n\`;\n`);
  });
  const names = 'server/src/seed/operation-names.ts';
  const has = (word: string) => new RegExp(`[|\`\\n]${word}:`).test(read(names));
  if (!has(thing)) edit(names, (text) => text.replace(/(const THINGS = `\n)/, `$1${thing}:${words}:${title.zh}|`));
  if (!has(action)) throw new BuildError(`The seed has no word for what ${code} does: name another with --code.`);
}

const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`;
