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

const NAMED = /\bimport\s*\{([^}]*)\}\s*from\s*["'][./]+\/(?:common\/)?(classes|errors)["'];?/g;

/**
 * Writes class names and messages out where a component of Blueprint uses them. Each of the two lists is
 * one file, and a bundler moves whole files: one button would bring all 400 names and all messages along.
 */
export function writeOutNames(text: string, path: string): string {
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
      typeof classes[name] === 'string'
        ? `const ${name} = ${JSON.stringify(classes[name])};`
        : whole,
    )
    .replace(/^export function/gm, 'function');
  return `${written}\nexport { ${Object.keys(classes).join(', ')} };`;
}
