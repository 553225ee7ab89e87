import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { BuildError } from './build-error.ts';
import { keysOf, type Texts } from './locales.ts';
import { ROOT } from './paths.ts';

const CALLS = /[^\w.]t\(\s*['"]([\w.]+)['"]/g;
/** `rows_other`, `people_on_one`: which form it is, is found out when it is shown. */
const FORM = /(_[a-zA-Z]+)+$/;

/**
 * A page without a text shows nothing in its place. Keys that are put together while the page runs are not seen here; the
 * kit's tests see those.
 * @throws BuildError with each key that a source of the plugin asks for by `t('…')` and no language has
 */
export async function refuseMissingTexts(
  folder: string,
  inputs: Metafile['inputs'],
  texts: ReadonlyMap<string, Texts>,
): Promise<void> {
  const keys = new Set([...texts.values()].flatMap((some) => [...keysOf(some)]));
  const known = new Set([...keys].flatMap((key) => [key, key.replace(FORM, '')]));
  const sources = Object.keys(inputs)
    .map((path) => join(ROOT, path))
    .filter((path) => /\.tsx?$/.test(path) && !relative(folder, path).startsWith('..'));
  const missing: string[] = [];
  for (const path of sources) {
    const text = await readFile(path, 'utf8');
    if (!/\bconst t = useText\(\)/.test(text)) continue;
    for (const [, key = ''] of text.matchAll(CALLS)) {
      if (!known.has(key)) missing.push(`${relative(folder, path).replaceAll('\\', '/')} asks for ${key}`);
    }
  }
  if (missing.length === 0) return;
  throw new BuildError(`Texts are missing in locales/*.json:\n${[...new Set(missing)].sort().join('\n')}`);
}
