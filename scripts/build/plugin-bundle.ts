import { build, type BuildOptions, type BuildResult, type Metafile } from 'esbuild';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { version } from 'react';
import type { PluginDescription, PluginManifest } from '../../sdk/src/contracts/plugins/plugin-manifest.ts';
import { BuildError } from './build-error.ts';
import { laterImports } from './later-imports.ts';
import { readPluginTexts, textFiles } from './locales.ts';
import { contractModules, directContracts, withOwnContracts } from './own-contracts.ts';
import { refuseMissingTexts } from './missing-texts.ts';
import { outputFile, type FileSizes, type OutputFile } from './output-files.ts';
import { minifyStyles, styleImports, stylesReachedFrom } from './own-styles.ts';
import { textsOfParts } from './page-texts.ts';
import { ROOT, shownPath } from './paths.ts';
import { pluginImports } from './plugin-imports.ts';
import { pureContracts } from './pure-contracts.ts';
import { refuseUnknownNames } from './unknown-names.ts';
import { staticClosure, toSystemChunks, type SystemChunk, wholeClosure } from './system-chunks.ts';

/** Names that are part of the first screen and so never have to be preloaded for a page. */
const ALWAYS_THERE = new Set(['react', 'react/jsx-runtime', '@kituo/sdk']);

const REACT_MAJOR = Number.parseInt(version, 10);

/** The files of a plugin, before they are written anywhere. */
export interface BundledPlugin {
  readonly files: readonly OutputFile[];
  /** The manifest, once the sizes of its files are known. */
  readonly finish: (sizes: FileSizes[]) => PluginManifest;
}

export type Bundled = BuildOptions & { readonly metafile: true; readonly write: false };

/** How a plugin is bundled; `isDev` leaves it readable and quick to make. */
export function bundleOptions(
  folder: string,
  description: PluginDescription,
  { isDev }: { readonly isDev: boolean },
): Bundled {
  const entry = join(folder, 'src/plugin.ts');
  if (!existsSync(entry)) throw new BuildError(`${shownPath(entry)} is missing`);
  const parts = partsOf(description).map((part) => ({ in: join(folder, part.module), out: part.name }));
  return sourceOptions(folder, [{ in: entry, out: 'plugin' }, ...parts], { isDev });
}

/** How modules below `folder` are bundled that take nothing but what the host shares. */
export function sourceOptions(
  folder: string,
  entryPoints: readonly { readonly in: string; readonly out: string }[],
  { isDev }: { readonly isDev: boolean },
): Bundled {
  return {
    absWorkingDir: ROOT,
    entryPoints: [...entryPoints],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    // Names are made shorter by the second step, which sees the contracts as well.
    minifySyntax: !isDev,
    sourcemap: 'external',
    // An author's machine serves the map with the source in it; what is published names places alone.
    sourcesContent: isDev,
    legalComments: 'none',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    plugins: [
      pluginImports(folder),
      contractModules({ isLeft: !isDev }),
      laterImports(folder, directContracts()),
      pureContracts({ calls: false }),
      styleImports(),
    ],
    logLevel: 'silent',
  };
}

/** What a plugin loads on demand: its pages, and what it puts into slots of others' pages. */
function partsOf({ pages, slots }: PluginDescription) {
  return [...pages, ...(slots?.fills ?? [])];
}

/** A fault of the bundler, in words for the author. */
export function bundleFault(name: string, fault: unknown): BuildError {
  return new BuildError(`${name} cannot be built.\n${fault instanceof Error ? fault.message : String(fault)}`);
}

/** Bundles the plugin in `folder`. @throws BuildError */
export async function bundlePlugin(
  folder: string,
  description: PluginDescription,
  { isAuthors = false }: { readonly isAuthors?: boolean } = {},
): Promise<BundledPlugin> {
  const result = await build(bundleOptions(folder, description, { isDev: false }))
    .then(withOwnContracts)
    .catch((fault: unknown) => {
      throw bundleFault(description.name, fault);
    });
  // What is built in this tree is compared with the SDK by its types.
  if (isAuthors) refuseUnknownNames(description.name, result.outputFiles);
  return await filesOfBundle(folder, description, result, { isDev: false });
}

/** Names the files that a bundle consists of by their content, and says what is what. @throws BuildError */
export async function filesOfBundle(
  folder: string,
  description: PluginDescription,
  result: BuildResult<Bundled>,
  { isDev }: { readonly isDev: boolean },
): Promise<BundledPlugin> {
  const { name } = description;
  const { metafile } = result;
  const chunks = await toSystemChunks(result, [], { isReadable: isDev, isWhole: !isDev });
  const entry = entryChunk(chunks, fromRoot(join(folder, 'src/plugin.ts')), shownPath(join(folder, 'src/plugin.ts')));
  const entryClosure = staticClosure(chunks, entry);
  const entryImports = entryClosure.filter((part) => part !== entry);
  const entrySheet = await stylesheet(metafile, [fromRoot(join(folder, 'src/plugin.ts'))], []);
  const texts = await readPluginTexts(join(folder, 'locales'), description.locales);
  await refuseMissingTexts(folder, metafile.inputs, texts);
  const locales = textFiles(texts);

  const bundled = await Promise.all(
    partsOf(description).map(async (part) => {
      const source = fromRoot(join(folder, part.module));
      const chunk = entryChunk(chunks, source, part.module);
      if (!reachesDynamically(chunks, entryClosure, chunk))
        throw new BuildError(
          `${name}: src/plugin.ts must offer ${part.name} as () => import('./${part.module.replace(/^src\//, '')}')`,
        );
      const closure = staticClosure(chunks, chunk).filter((part) => !entryClosure.includes(part));
      const sheet = await stylesheet(metafile, [source], entrySheet?.paths ?? []);
      const later = wholeClosure(chunks, closure).filter(
        (part) => !closure.includes(part) && !entryClosure.includes(part),
      );
      return { name: part.name, closure, later, sheet };
    }),
  );
  // Where there is one part alone, all texts are its own; an author's machine serves them whole.
  const isShared = bundled.length > 1 && !isDev;
  const scripts = bundled.map(({ closure, later }) => [...entryClosure, ...closure, ...later].map(textOf).join('\n'));
  const ofParts = isShared ? textsOfParts(texts, scripts, titleKeys(description)).map(textFiles) : [];
  const parts = bundled.map((part, index) => ({ ...part, texts: ofParts[index] ?? {} }));
  const sheets = [entrySheet, ...parts.map(({ sheet }) => sheet)].flatMap((s) => (s ? [s.file] : []));
  const files = distinct([
    ...[...chunks.values()].map(({ file }) => file),
    ...sheets,
    ...Object.values(locales),
    ...parts.flatMap((part) => Object.values(part.texts)),
  ]);
  const indexOf = (file: OutputFile) => files.findIndex(({ name: other }) => other === file.name);
  const indexesOf = (some: Readonly<Record<string, OutputFile>>) =>
    Object.fromEntries(Object.entries(some).map(([code, file]) => [code, indexOf(file)]));

  const written = ({ name: part, closure, later, sheet, texts: own }: (typeof parts)[number]) => ({
    name: part,
    // What the entry imports is needed by every page, and is asked for together with it.
    files: [...entryImports, ...closure].map(({ file }) => indexOf(file)),
    styles: sheet ? [indexOf(sheet.file)] : [],
    ...(isShared && { texts: indexesOf(own) }),
    later: later.map(({ file }) => indexOf(file)),
    shared: sharedOf([...entryClosure, ...closure]).filter((shared) => !ALWAYS_THERE.has(shared)),
  });
  const pageNames = new Set(description.pages.map((page) => page.name));
  const isPage = (part: (typeof parts)[number]) => pageNames.has(part.name);
  const fills = parts.filter((part) => !isPage(part)).map(written);

  const finish = (sizes: FileSizes[]): PluginManifest => ({
    format: 1,
    description,
    shared: sharedOf([...chunks.values()]),
    react: REACT_MAJOR,
    files: sizes,
    entry: indexOf(entry.file),
    styles: entrySheet ? [indexOf(entrySheet.file)] : [],
    locales: indexesOf(locales),
    pages: parts.filter(isPage).map(written),
    ...(fills.length > 0 && { fills }),
  });
  return { files, finish };
}

function entryChunk(chunks: ReadonlyMap<string, SystemChunk>, source: string, shown: string) {
  for (const chunk of chunks.values()) if (chunk.entryPoint === source) return chunk;
  throw new BuildError(`the build made no chunk for ${shown}`);
}

function reachesDynamically(
  chunks: ReadonlyMap<string, SystemChunk>,
  from: readonly SystemChunk[],
  target: SystemChunk,
): boolean {
  return from.some(({ dynamicImports }) => dynamicImports.some((draft) => chunks.get(draft) === target));
}

/** One sheet of what modules import, without what is there already; null where that is nothing. */
export async function stylesheet(
  metafile: Metafile,
  roots: readonly string[],
  without: readonly string[],
  stem = 'styles',
): Promise<{ file: OutputFile; paths: readonly string[] } | null> {
  const reached = roots.flatMap((root) => stylesReachedFrom(metafile, root));
  const paths = reached.filter((path) => !without.includes(path));
  if (paths.length === 0) return null;
  const texts = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
  return { file: outputFile(stem, 'css', await minifyStyles(texts.join('\n'))), paths };
}

const textOf = ({ file }: SystemChunk) => Buffer.from(file.content).toString();

/** Titles of pages and sections come with the menu. */
function titleKeys({ section, pages, slots }: PluginDescription): Set<string> {
  return new Set([section, ...pages, ...(slots?.fills ?? [])].map(({ titleKey }) => titleKey));
}

/** The import-map names that scripts take from the host. */
export const sharedOf = (chunks: readonly SystemChunk[]) =>
  [...new Set(chunks.flatMap(({ external }) => external))].sort();

const distinct = (files: readonly OutputFile[]) => [...new Map(files.map((file) => [file.name, file])).values()];

const fromRoot = (path: string) => relative(ROOT, path).replaceAll('\\', '/');
