import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

const CORE = /@blueprintjs[/\\]core[/\\]lib[/\\]esm[/\\]/;
/** The file with Blueprint's class names, and a few functions that make some. */
export const CLASSES = /@blueprintjs[/\\]core[/\\]lib[/\\]esm[/\\]common[/\\]classes\.js$/;

const read = createRequire(join(ROOT, 'package.json'));
const common = (name: string): Readonly<Record<string, unknown>> => ({
  ...read(join(ROOT, `node_modules/@blueprintjs/core/lib/cjs/common/${name}.js`)),
});
const classes = common('classes');
const errors = common('errors');

/** What of the class names is a function, and stays a call. */
export const CLASS_FUNCTIONS: ReadonlySet<string> = new Set(
  Object.keys(classes).filter((name) => typeof classes[name] === 'function'),
);

/** What of the table package is no Table, and names a class or a message. */
const TABLE_PARTS =
  /@blueprintjs[/\\]table[/\\]lib[/\\]esm[/\\](regions|common[/\\](grid|internal[/\\]focusedCellUtils))\.js$/;

const NAMED = /\bimport\s*\{([^}]*)\}\s*from\s*["'][./]+\/(?:common\/)?(classes|errors)["'];?/g;

/**
 * Writes class names and messages out where a component of Blueprint uses them. Each of the two lists is
 * one file, and a bundler moves whole files: one button would bring all 400 names and all messages along.
 */
export function writeOutNames(text: string, path: string): string {
  if (TABLE_PARTS.test(path)) return writeOutTable(text);
  if (!CORE.test(path) || CLASSES.test(path)) return text;
  let usesFunctions = false;
  const literal = (list: Readonly<Record<string, unknown>>, name: string, whole: string) =>
    typeof list[name] === 'string' ? JSON.stringify(list[name]) : whole;
  // Class names first: messages mention some of them.
  const written = text
    .replace(/(?<=\bfrom\s*["'])(?:\.\.?\/)+common(?=["'])/g, '@blueprintjs/core/common')
    .replace(/\bClasses\.(\w+)\b/g, (whole, name: string) => {
      if (!CLASS_FUNCTIONS.has(name)) return literal(classes, name, whole);
      usesFunctions = true;
      return `classFunctions.${name}`;
    })
    .replace(/\bErrors\.([A-Z]\w*)\b/g, (whole, name: string) => literal(errors, name, whole))
    .replace(NAMED, (whole: string, names: string, from: string) => {
      const list = from === 'classes' ? classes : errors;
      const wanted = names.split(',').flatMap((name) => name.trim() || []);
      if (!wanted.every((name) => typeof list[name] === 'string')) return whole;
      const values = wanted.map((name) => `${name} = ${JSON.stringify(list[name])}`);
      return `const ${values.join(', ')};${'\n'.repeat(whole.split('\n').length - 1)}`;
    });
  const bare = /\bClasses\b(?!\.)/.test(withoutImports(written)) ? written : unlisted(written);
  if (!usesFunctions) return bare;
  const file = join(ROOT, 'node_modules/@blueprintjs/core/lib/esm/common/classes.js');
  return `import * as classFunctions from ${JSON.stringify(`direct:${file}`)}; ${bare}`;
}

/** The same of the table package's lists; its class names are read, for running them needs all of Blueprint. */
function writeOutTable(text: string): string {
  const list = (name: string) => join(ROOT, `node_modules/@blueprintjs/table/lib/${name}.js`);
  const found = readFileSync(list('esm/common/classes'), 'utf8').matchAll(CLASS_NAME);
  const names: Readonly<Record<string, unknown>> = {
    ...read(list('cjs/common/errors')),
    ...Object.fromEntries([...found].map(([, name = '', rest = '']) => [name, `bp6${rest}`])),
  };
  return text
    .replace(/\b(?:Classes|Errors)\.(\w+)/g, (_whole, name: string) => JSON.stringify(names[name]))
    .replace(/\bimport \* as (?:Classes|Errors) from [^;]*;/g, '');
}

const CLASS_NAME = /^export const (\w+) = `\$\{NS\}([^`]*)`;/gm;

const withoutImports = (text: string) => text.replace(/\bimport\s[^;]*;/g, '');

/** Imports without the list of class names: even an unused import keeps its file in the bundle. */
function unlisted(text: string): string {
  return text
    .replace(/\bimport \* as Classes from [^;]*;/g, '')
    .replace(/\bimport\s*\{[^}]*\}/g, (list) => list.replace(/\bClasses\s*,?/, ''));
}

/** The file of class names with each name written out, and its exports as one list. */
export async function readClasses(path: string): Promise<string> {
  const source = await readFile(path, 'utf8');
  const written = source
    .replace(/let NS = "bp6";\s*if [\s\S]*?\n\}\s*else if [\s\S]*?\n\}/, 'const NS = "bp6";')
    .replace(/export const (\w+) = [^;]*;/g, (whole, name: string) =>
      typeof classes[name] === 'string' ? `const ${name} = ${JSON.stringify(classes[name])};` : whole,
    )
    .replace(/^export function/gm, 'function');
  return `${written}\nexport { ${Object.keys(classes).join(', ')} };`;
}
