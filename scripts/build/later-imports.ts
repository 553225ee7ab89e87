import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { names } from './barrels.ts';
import { SDK, SDK_ENDING } from './paths.ts';

/** The module beside the SDK's own that lists what no first screen needs. */
export const laterOf = (sdk: string) => join(dirname(sdk), `later${extname(sdk)}`);

export const SDK_LATER = laterOf(join(SDK, `index${SDK_ENDING}`));

const SENTENCE = /\b(import|export)\s*\{([^}]*)\}\s*from\s*(["'])@kituo\/sdk\3;?/g;

/**
 * Lets a plugin import from `@kituo/sdk` alone: what of it is loaded with pages only is imported as
 * `@kituo/sdk/later`, so that the page names what it needs and the first screen goes without. `prepare` changes a
 * source before; it keeps the number of lines.
 */
export function laterImports(folder: string, prepare: (text: string) => string): Plugin {
  const later = exportedNames(SDK_LATER);
  return {
    name: 'later-imports',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        if (!path.startsWith(folder)) return null;
        const text = await readFile(path, 'utf8');
        const contents = importLater(prepare(text), later);
        return contents === text ? null : { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
}

/**
 * For the build of the host: `@kituo/sdk` is what the first screen gets of it, and whoever names something
 * of the rest imports that from the rest. A module that passed on both would bring both everywhere.
 */
export function withoutLater(sdk: string): (text: string, path: string) => string {
  const later = exportedNames(laterOf(sdk));
  return (text, path) => (path === sdk ? text.replace("export * from './later.ts';", '') : importLater(text, later));
}

/** The values that a module of ours exports: its own, those it names, those of modules it passes on whole. */
export function exportedNames(file: string): Set<string> {
  const text = readFileSync(file, 'utf8');
  const own = text.matchAll(/^export\s+(?:async\s+)?(?:const|let|function\*?|class)\s+([\w$]+)/gm);
  const lists = [...text.matchAll(/\bexport\s*\{([^}]*)\}/g)].flatMap(([, list = '']) => names(list));
  const whole = [...text.matchAll(/\bexport\s*\*\s*from\s*['"](\.[^'"]+)['"]/g)];
  return new Set([
    ...[...own].map(([, name = '']) => name),
    ...lists.filter(({ isType }) => !isType).map(({ name }) => name),
    ...whole.flatMap(([, from = '']) => [...exportedNames(join(dirname(file), from))]),
  ]);
}

/** Takes the names of `later` out of imports from `@kituo/sdk`; the number of lines stays. */
export function importLater(text: string, later: ReadonlySet<string>): string {
  return text.replace(SENTENCE, (whole: string, word: string, list: string) => {
    const values = names(list).filter(({ isType }) => !isType);
    const isLater = ({ local }: { readonly local: string }) => later.has(local);
    if (!values.some(isLater)) return whole;
    const sentence = (some: typeof values, from: string) => {
      const parts = some.map(({ local, name }) => (local === name ? name : `${local} as ${name}`));
      return some.length === 0 ? '' : `${word} { ${parts.join(', ')} } from '${from}';`;
    };
    const first = values.filter((one) => !isLater(one));
    const sentences = [sentence(first, '@kituo/sdk'), sentence(values.filter(isLater), '@kituo/sdk/later')];
    return sentences.join('') + '\n'.repeat(whole.split('\n').length - 1);
  });
}
