import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Barrels, names, type ExportSource } from './barrels.ts';
import { CLASS_FUNCTIONS, CLASSES, readClasses, writeOutNames } from './blueprint-names.ts';
import { ROOT } from './paths.ts';
import { splitModule } from './split-module.ts';

const at = (path: string) => join(ROOT, 'node_modules', path);

/** Packages that pass on what others of their files define, and that are offered whole as well. */
const PACKAGES: Readonly<Record<string, string>> = {
  '@blueprintjs/core': at('@blueprintjs/core/lib/esm/index.js'),
  // Under this name its components import what they share: see blueprint-names.ts.
  '@blueprintjs/core/common': at('@blueprintjs/core/lib/esm/common/index.js'),
  '@blueprintjs/icons': at('@blueprintjs/icons/lib/esm/generated/index.js'),
  // DataTable stands on some of it, not on its Table.
  '@blueprintjs/table': at('@blueprintjs/table/lib/esm/index.js'),
  'react-router-dom': at('react-router-dom/dist/index.mjs'),
  'react-router': at('react-router/dist/production/index.mjs'),
  'react-router/dom': at('react-router/dist/production/dom-export.mjs'),
  rxjs: at('rxjs/dist/esm/index.js'),
  '@kituo/sdk/contracts': join(ROOT, 'sdk/src/contracts/index.ts'),
};

const SENTENCE =
  /\b(import|export)\s*(type\s+)?\{([^}]*)\}\s*from\s*(["'])(@blueprintjs\/core(?:\/common)?|@blueprintjs\/icons|@blueprintjs\/table|react-router-dom|react-router|rxjs|@kituo\/sdk\/contracts)\4;?/g;
const READ_BY_US = /\.tsx?$|@blueprintjs[/\\](core|select|datetime|table)[/\\]lib[/\\]esm[/\\].*\.js$/;
const ROUTER = /react-router[/\\]dist[/\\]production[/\\]chunk-\w+\.mjs$/;
const REST = '?rest';

/**
 * Makes imports from passing modules ("barrels") direct. A whole library is an entry of the build, too, and
 * esbuild follows a barrel's every live re-export for everyone who imports it: without this, one button
 * on the first screen would bring all of Blueprint along.
 *
 * The router is one file of 370 KB; it is split into the part that `routerNames` need and the rest.
 * `prepare` changes a source before its imports are read; it must keep the number of lines.
 */
export function directImports(
  routerNames: ReadonlySet<string>,
  prepare: (text: string, path: string) => string = (text) => text,
): Plugin {
  return {
    name: 'direct-imports',
    setup(build) {
      const barrels = new Barrels((specifier) => PACKAGES[specifier] ?? null);
      // The file may export a name under another one: `Action`, passed on as `NavigationType`.
      const wanted = new Set(
        [...routerNames].map((name) => barrels.find(PACKAGES['react-router-dom'] ?? '', name)?.imported ?? name),
      );
      const splits = new Map<string, ReturnType<typeof splitModule>>();
      const split = (file: string) => {
        const known =
          splits.get(file) ??
          (CLASSES.test(file)
            ? readClasses(file).then((text) => splitModule(file, CLASS_FUNCTIONS, text))
            : readFile(file, 'utf8').then((text) => splitModule(file, wanted, text)));
        splits.set(file, known);
        return known;
      };
      build.onResolve(
        {
          filter: /^(react-router(-dom|\/dom)?|rxjs|@blueprintjs\/(core(\/common)?|icons|table))$/,
        },
        ({ path }) => {
          const file = PACKAGES[path];
          return file === undefined ? null : { path: file, sideEffects: false };
        },
      );
      // Everyone who names the router's file gets all of it: the rest passes the first part on.
      build.onResolve({ filter: /^\.\/chunk-\w+\.mjs$/ }, ({ path, importer }) => {
        const file = join(dirname(importer), path);
        return ROUTER.test(file) ? { path: file, suffix: REST, sideEffects: false } : null;
      });
      build.onResolve({ filter: /\/classes$/ }, ({ path, importer }) => {
        const file = join(dirname(importer), `${path}.js`);
        return CLASSES.test(file) ? { path: file, suffix: REST, sideEffects: false } : null;
      });
      for (const filter of [ROUTER, CLASSES])
        build.onLoad({ filter }, async ({ path, suffix }) => {
          const { core, rest } = await split(path);
          return { contents: suffix === REST ? rest : core, resolveDir: dirname(path) };
        });
      build.onLoad({ filter: READ_BY_US }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = makeDirect(prepare(writeOutNames(text, path), path), barrels);
        const loader = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
        return contents === text ? null : { contents, loader, resolveDir: dirname(path) };
      });
      build.onResolve({ filter: /^direct:/ }, async ({ path }) => {
        const file = path.slice('direct:'.length);
        const [plain = file, name] = file.split('#');
        const isSplit = ROUTER.test(plain) || CLASSES.test(plain);
        const isRest = isSplit && name !== undefined && !(await split(plain)).coreNames.has(name);
        return { path: plain, sideEffects: false, ...(isRest ? { suffix: REST } : {}) };
      });
    },
  };
}

/** Rewrites `import { A, B } from 'package'`; the number of lines stays, so that source maps stay right. */
export function makeDirect(text: string, barrels: Barrels): string {
  return text.replace(
    SENTENCE,
    (whole: string, word: string, type: string | undefined, list: string, _quote: string, from: string) => {
      if (type !== undefined) return whole;
      const barrel = PACKAGES[from] ?? '';
      const kept: string[] = [];
      const direct: string[] = [];
      for (const { local, name, isType } of names(list)) {
        if (isType) continue;
        const source = barrels.find(barrel, local);
        if (source === null) kept.push(local === name ? name : `${local} as ${name}`);
        else direct.push(sentence(word, name, source));
      }
      if (kept.length > 0) direct.push(`${word} { ${kept.join(', ')} } from '${from}';`);
      return direct.join(' ') + '\n'.repeat(whole.split('\n').length - 1);
    },
  );
}

function sentence(word: string, name: string, { file, imported }: ExportSource): string {
  if (imported === null) return `${word} * as ${name} from 'direct:${file}#*';`;
  return `${word} { ${imported} as ${name} } from 'direct:${file}#${imported}';`;
}

/** The names that sources import from the router. */
export function importedFrom(library: string, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const text of sources)
    for (const [, , type, list = '', , from] of text.matchAll(SENTENCE))
      if (from === library && type === undefined)
        for (const { local, isType } of names(list)) if (!isType) found.add(local);
  return found;
}
