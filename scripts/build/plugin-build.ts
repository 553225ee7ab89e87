import { build, type Metafile } from 'esbuild';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { version } from 'react';
import {
  pluginManifest,
  type PluginDescription,
  type PluginManifest,
} from '../../sdk/src/contracts/plugin-manifest.ts';
import { BuildError } from './build-error.ts';
import { writeWhole } from './compress.ts';
import { laterImports } from './later-imports.ts';
import { readPluginLocales } from './locales.ts';
import {
  outputFile,
  pruneOutput,
  writeOutput,
  type FileSizes,
  type OutputFile,
} from './output-files.ts';
import { minifyStyles, styleImports, stylesReachedFrom } from './own-styles.ts';
import { ROOT, shownPath } from './paths.ts';
import { readPluginDescription } from './plugin-description.ts';
import { pluginImports } from './plugin-imports.ts';
import { pureContracts } from './pure-contracts.ts';
import { staticClosure, toSystemChunks, type SystemChunk, wholeClosure } from './system-chunks.ts';

/** Names that are part of the first screen and so never have to be preloaded for a page. */
const ALWAYS_THERE = new Set(['react', 'react/jsx-runtime', '@kituo/sdk']);

const REACT_MAJOR = Number.parseInt(version, 10);

/** Where a plugin was built to, and what it holds. */
export interface BuiltPlugin {
  readonly folder: string;
  readonly manifest: PluginManifest;
}

/** Builds the plugin in `folder` into `<packages>/<name>/<version>/`; a `name` has to be the plugin's. */
export async function buildPlugin(
  folder: string,
  name: string | null,
  packages: string,
): Promise<BuiltPlugin> {
  const description = await readPluginDescription(folder, name);
  const { chunks, metafile } = await bundle(folder, description);
  const entry = entryChunk(
    chunks,
    fromRoot(join(folder, 'src/plugin.ts')),
    shownPath(join(folder, 'src/plugin.ts')),
  );
  const entryClosure = staticClosure(chunks, entry);
  const entryImports = entryClosure.filter((part) => part !== entry);
  const entrySheet = await stylesheet(metafile, [fromRoot(join(folder, 'src/plugin.ts'))], []);
  const locales = await readPluginLocales(join(folder, 'locales'), description.locales);

  const pages = await Promise.all(
    description.pages.map(async (page) => {
      const source = fromRoot(join(folder, page.module));
      const chunk = entryChunk(chunks, source, page.module);
      if (!reachesDynamically(chunks, entryClosure, chunk))
        throw new BuildError(
          `${description.name}: src/plugin.ts must offer ${page.name} as () => import('./${page.module.replace(/^src\//, '')}')`,
        );
      const closure = staticClosure(chunks, chunk).filter((part) => !entryClosure.includes(part));
      const sheet = await stylesheet(metafile, [source], entrySheet?.paths ?? []);
      const later = wholeClosure(chunks, closure).filter(
        (part) => !closure.includes(part) && !entryClosure.includes(part),
      );
      return { page, closure, later, sheet };
    }),
  );
  const sheets = [entrySheet, ...pages.map(({ sheet }) => sheet)].flatMap((s) =>
    s ? [s.file] : [],
  );
  const files = distinct([
    ...[...chunks.values()].map(({ file }) => file),
    ...sheets,
    ...Object.values(locales),
  ]);
  const target = join(packages, description.name, description.version);
  const indexOf = (file: OutputFile) => files.findIndex(({ name: other }) => other === file.name);

  const finish = (sizes: FileSizes[]): PluginManifest => ({
    format: 1,
    description,
    shared: sharedOf([...chunks.values()]),
    react: REACT_MAJOR,
    files: sizes,
    entry: indexOf(entry.file),
    styles: entrySheet ? [indexOf(entrySheet.file)] : [],
    locales: Object.fromEntries(
      Object.entries(locales).map(([code, file]) => [code, indexOf(file)]),
    ),
    pages: pages.map(({ page, closure, later, sheet }) => ({
      name: page.name,
      // What the entry imports is needed by every page, and is asked for together with it.
      files: [...entryImports, ...closure].map(({ file }) => indexOf(file)),
      styles: sheet ? [indexOf(sheet.file)] : [],
      later: later.map(({ file }) => indexOf(file)),
      shared: sharedOf([...entryClosure, ...closure]).filter((shared) => !ALWAYS_THERE.has(shared)),
    })),
  });
  const manifest = await publish(target, files, (sizes) => {
    const made = pluginManifest.parse(finish(sizes));
    checkBudget(made);
    return made;
  });
  return { folder: target, manifest };
}

/**
 * A new version appears in one rename. A version that is there already is only added to (its files are
 * named by content) before its manifest is replaced in one step, so nobody ever finds half a package.
 */
async function publish(
  target: string,
  files: readonly OutputFile[],
  finish: (sizes: FileSizes[]) => PluginManifest,
): Promise<PluginManifest> {
  const isNew = !existsSync(join(target, 'manifest.json'));
  const folder = isNew ? `${target}.${process.pid}.tmp` : target;
  await mkdir(join(target, '..'), { recursive: true });
  try {
    const manifest = finish(await writeOutput(folder, files));
    const before = isNew ? [] : await fileNames(join(folder, 'manifest.json'));
    await writeWhole(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    if (isNew) {
      await rm(target, { recursive: true, force: true });
      await rename(folder, target);
    } else {
      const kept = new Set(['manifest.json', ...before, ...files.map(({ name }) => name)]);
      await pruneOutput(target, kept);
    }
    return manifest;
  } catch (fault) {
    if (isNew) await rm(folder, { recursive: true, force: true });
    throw fault;
  }
}

async function fileNames(manifest: string): Promise<string[]> {
  const parsed = pluginManifest.safeParse(JSON.parse(await readFile(manifest, 'utf8')));
  return parsed.success ? parsed.data.files.map(({ name }) => name) : [];
}

async function bundle(
  folder: string,
  description: PluginDescription,
): Promise<{ chunks: Map<string, SystemChunk>; metafile: Metafile }> {
  const entry = join(folder, 'src/plugin.ts');
  if (!existsSync(entry)) throw new BuildError(`${shownPath(entry)} is missing`);
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: entry, out: 'plugin' },
      ...description.pages.map((page) => ({ in: join(folder, page.module), out: page.name })),
    ],
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
    minify: true,
    sourcemap: 'external',
    legalComments: 'none',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    plugins: [
      pluginImports(folder),
      laterImports(folder),
      pureContracts({ calls: false }),
      styleImports(),
    ],
    logLevel: 'silent',
  }).catch((fault: unknown) => {
    throw new BuildError(
      `${description.name} cannot be built.\n${fault instanceof Error ? fault.message : String(fault)}`,
    );
  });
  return { chunks: await toSystemChunks(result), metafile: result.metafile };
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
  return from.some(({ dynamicImports }) =>
    dynamicImports.some((draft) => chunks.get(draft) === target),
  );
}

async function stylesheet(
  metafile: Metafile,
  roots: readonly string[],
  without: readonly string[],
): Promise<{ file: OutputFile; paths: readonly string[] } | null> {
  const reached = roots.flatMap((root) => stylesReachedFrom(metafile, root));
  const paths = reached.filter((path) => !without.includes(path));
  if (paths.length === 0) return null;
  const texts = await Promise.all(paths.map((path) => readFile(join(ROOT, path), 'utf8')));
  return { file: outputFile('styles', 'css', await minifyStyles(texts.join('\n'))), paths };
}

/** The most one page costs, entry, styles and English texts included. */
function checkBudget({ description, files, entry, styles, locales, pages }: PluginManifest): void {
  const size = (index: number | undefined) =>
    index === undefined ? 0 : (files[index]?.brotliBytes ?? 0);
  const sum = (indexes: readonly (number | undefined)[]) =>
    indexes.reduce<number>((s, i) => s + size(i), 0);
  const common = sum([entry, ...styles, locales['en']]);
  for (const page of pages) {
    const kilobytes = (common + sum([...page.files, ...page.styles])) / 1024;
    if (kilobytes > description.budgetKb)
      throw new BuildError(
        `${description.name}: ${page.name} costs ${kilobytes.toFixed(1)} KB brotli, the budget is ${description.budgetKb} KB (budgetKb in plugin.json)`,
      );
  }
}

const sharedOf = (chunks: readonly SystemChunk[]) =>
  [...new Set(chunks.flatMap(({ external }) => external))].sort();

const distinct = (files: readonly OutputFile[]) => [
  ...new Map(files.map((file) => [file.name, file])).values(),
];

const fromRoot = (path: string) => relative(ROOT, path).replaceAll('\\', '/');
