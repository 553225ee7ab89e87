import type { Metafile } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { componentsOf, splitBlueprint } from './blueprint-styles.ts';
import { BuildError } from './build-error.ts';
import type { HostSources } from './host-sources.ts';
import { outputFile, type OutputFile } from './output-files.ts';
import { minifyStyles, stylesReachedFrom } from './own-styles.ts';
import { ROOT } from './paths.ts';
import { staticClosure, type SystemChunk } from './system-chunks.ts';

export interface HostStyles {
  readonly files: readonly OutputFile[];
  /** Of `index.html`. */
  readonly first: readonly OutputFile[];
  /** What an import-map name needs beyond the first. */
  readonly byName: ReadonlyMap<string, readonly OutputFile[]>;
}

/** Stylesheets of Blueprint's other packages, sent with whatever has code of theirs. */
const LIBRARY_STYLES: readonly (readonly [inputs: RegExp, path: string])[] = [
  [/@blueprintjs\/table\/.*\/table\.js$/, '@blueprintjs/table/lib/css/table.css'],
  [/@blueprintjs\/select\//, '@blueprintjs/select/lib/css/blueprint-select.css'],
  [/@blueprintjs\/datetime\//, '@blueprintjs/datetime/lib/css/blueprint-datetime.css'],
];

/**
 * Four layers: what the first screen needs, what the rest of the SDK adds, what `@kituo/sdk/page` does,
 * and the rest of Blueprint for those who import it whole. Own styles come after Blueprint's in each layer.
 */
export async function hostStyles(build: {
  readonly chunks: ReadonlyMap<string, SystemChunk>;
  readonly metafile: Metafile;
  readonly packed: readonly SystemChunk[];
  readonly shared: ReadonlyMap<string, SystemChunk>;
  readonly sources: HostSources;
}): Promise<HostStyles> {
  const { chunks, metafile, packed, shared, sources } = build;
  const inputsOf = (name: string) => withDynamic(chunks, shared.get(name)).flatMap(({ inputs }) => inputs);
  // What the host loads later brings no style of its own.
  const ofHost = packed.flatMap((chunk) => withDynamic(chunks, chunk));
  const ofPages = shared.get('@kituo/sdk/later');
  if (ofPages !== undefined && ofHost.includes(ofPages))
    throw new BuildError('The host imports something of sdk/src/later.ts: its styles would come with the first screen');
  const firstInputs = ofHost.flatMap(({ inputs }) => inputs);
  const laterInputs = [...firstInputs, ...inputsOf('@kituo/sdk/later')];
  const pageInputs = inputsOf('@kituo/sdk/page');

  const [blueprintFirst = '', blueprintLater = '', blueprintPage = '', blueprintRest = ''] = await splitBlueprint([
    componentsOf(firstInputs),
    componentsOf(laterInputs),
    componentsOf([...laterInputs, ...pageInputs]),
    null,
  ]);
  const ownFirst = [
    ...stylesReachedFrom(metafile, fromRoot(sources.sdk)),
    ...stylesReachedFrom(metafile, fromRoot(sources.main)),
  ].filter(unique);
  // One sheet for the whole kit: what it loads on demand is drawn at once, in its style.
  const ownPage = stylesReachedFrom(metafile, fromRoot(sources.sdkPage), { onDemand: true }).filter(
    (path) => !ownFirst.includes(path),
  );
  const libraries = LIBRARY_STYLES.map(([inputs, path]) => ({
    path: `node_modules/${path}`,
    onFirst: firstInputs.some((input) => inputs.test(input)),
    onPage: pageInputs.some((input) => inputs.test(input)),
  }));
  const firstLibraries = libraries.filter(({ onFirst }) => onFirst).map(({ path }) => path);
  const pageLibraries = libraries.filter((l) => l.onPage && !l.onFirst).map(({ path }) => path);

  const first = await sheet('app', [blueprintFirst], [...firstLibraries, ...ownFirst]);
  const later = await sheet('later', [blueprintLater], []);
  const pageSheet = await sheet('page', [blueprintPage], [...pageLibraries, ...ownPage]);
  const whole = await sheet('blueprint', [blueprintRest], []);
  const table = await sheet('table', [], ['node_modules/@blueprintjs/table/lib/css/table.css']);
  const files = [first, later, pageSheet, whole, table].filter((file) => file.content.length > 0);
  const some = (...list: OutputFile[]) => list.filter((file) => files.includes(file));
  return {
    files,
    first: some(first),
    byName: new Map([
      ['@kituo/sdk/later', some(later)],
      ['@kituo/sdk/page', some(later, pageSheet)],
      ['@blueprintjs/core', some(later, pageSheet, whole)],
      ['@blueprintjs/table', some(later, pageSheet, whole, table)],
    ]),
  };
}

async function sheet(stem: string, texts: readonly string[], paths: readonly string[]): Promise<OutputFile> {
  const read = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
  return outputFile(stem, 'css', await minifyStyles([...texts, ...read].join('\n')));
}

/** The chunk with all it imports, dynamically too. */
function withDynamic(chunks: ReadonlyMap<string, SystemChunk>, root: SystemChunk | undefined): SystemChunk[] {
  const found = new Set<SystemChunk>();
  const visit = (chunk: SystemChunk): void => {
    for (const part of staticClosure(chunks, chunk)) {
      if (found.has(part)) continue;
      found.add(part);
      for (const draft of part.dynamicImports) {
        const imported = chunks.get(draft);
        if (imported !== undefined) visit(imported);
      }
    }
  };
  if (root !== undefined) visit(root);
  return [...found];
}

const fromRoot = (path: string) => relative(ROOT, path).replaceAll('\\', '/');
const unique = (path: string, index: number, all: readonly string[]) => all.indexOf(path) === index;
