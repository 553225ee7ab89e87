import { build, type Metafile, type Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { hostManifest, type HostManifest } from '../../sdk/src/contracts/console/host-manifest.ts';
import { leanLibraries } from './lean-libraries.ts';
import { directImports, importedFrom } from './direct-imports.ts';
import { FIRST_SCREEN_MODULES, mergeFirstScreen, moduleFile } from './first-screen.ts';
import { BuildError } from './build-error.ts';
import { writeWhole } from './compress.ts';
import { sha256 } from './content-name.ts';
import { hostStyles } from './host-styles.ts';
import { readHostLocales } from './locales.ts';
import { outputFile, pruneOutput, writeOutput, type OutputFile } from './output-files.ts';
import { makePacks } from './packs.ts';
import { ROOT } from './paths.ts';
import { DOORS } from '../../sdk/src/doors/doors.ts';
import { buildDoors, sharedDoors, type SharedModule } from './door-build.ts';
import { HOST_NAMES, sharedEntry, sharedNames } from './shared-names.ts';
import { listFiles } from './stamp.ts';
import { laterOf, withoutLater } from './later-imports.ts';
import { pureContracts } from './pure-contracts.ts';
import { staticClosure, toSystemChunks, type SystemChunk } from './system-chunks.ts';
import { styleImports } from './own-styles.ts';
import { TEXT_CATALOGUE, writeTextCatalogue } from './text-catalogue.ts';
import { buildHashWorker } from './worker-build.ts';
import type { HostSources } from './host-sources.ts';

export const MANIFEST = 'host-manifest.json';

/** The import-map names that are part of the first screen; the others are loaded when a page needs them. */
const FIRST_SCREEN = ['react', 'react/jsx-runtime', '@kituo/sdk'] as const;

/** Bytes from which a file is compressed quickly that neither the first screen nor most pages need. */
const LARGE = 50_000;

const DOORS_FOLDER = join(ROOT, 'sdk/src/doors');

export const HOST_SOURCES: HostSources = {
  main: join(ROOT, 'host/src/main.tsx'),
  signIn: join(ROOT, 'host/src/sign-in/sign-in-page.tsx'),
  slots: join(ROOT, 'host/src/slots/fill-slots.tsx'),
  sdk: join(ROOT, 'sdk/src/index.ts'),
  sdkPage: join(ROOT, 'sdk/src/page/index.ts'),
  doors: { folder: DOORS_FOLDER, names: Object.keys(DOORS) },
  locales: {
    host: join(ROOT, 'host/locales'),
    'host-password': join(ROOT, 'host/locales/password'),
    'host-settings': join(ROOT, 'host/locales/settings'),
    sdk: join(ROOT, 'sdk/locales'),
  },
  lateLocales: {
    'host-mfa': join(ROOT, 'host/locales/mfa'),
    'host-menu-counts': join(ROOT, 'host/locales/menu-counts'),
    'host-network': join(ROOT, 'host/locales/network'),
    'host-frame': join(ROOT, 'host/locales/frame'),
    'host-trial': join(ROOT, 'host/locales/trial'),
    ...Object.fromEntries(Object.keys(DOORS).map((door) => [`sdk-${door}`, join(DOORS_FOLDER, door, 'locales')])),
  },
};

/**
 * The same for frames of isolated plugins: the SDK as it is, started by another module. Its files are
 * served below `/host/`, too.
 */
export const FRAME_SOURCES: HostSources = {
  ...HOST_SOURCES,
  main: join(ROOT, 'host/src/frame/runtime/main.tsx'),
  signIn: '',
  slots: '',
  locales: { sdk: join(ROOT, 'sdk/locales') },
  lateLocales: {},
  isAhead: true,
};

/**
 * Builds host, SDK and the libraries that plugins import by name in one splitting build, so that there
 * is one copy of each, and writes files, packs, styles and manifest to a folder.
 */
export async function buildHost(out: string, sources: HostSources = HOST_SOURCES): Promise<HostManifest> {
  for (const path of [sources.main, sources.sdk, sources.sdkPage])
    if (!existsSync(path)) throw new BuildError(`${relative(ROOT, path)} is missing`);
  const doors = buildDoors(sources.doors?.folder ?? '', sources.doors?.names ?? []);
  const { chunks, metafile } = await bundle(sources);
  const entry = need(chunks, moduleFile('host'));
  const shared = new Map(Object.entries(HOST_NAMES).map(([name, stem]) => [name, chunkOf(chunks, stem)]));
  const packed = staticClosure(chunks, entry, ...FIRST_SCREEN.map((name) => need(shared, name)));
  const packs = await makePacks(packed, entry);
  const styles = await hostStyles({ chunks, metafile, packed, shared, sources });
  const locales = await readHostLocales(sources.locales);
  const worker = await buildHashWorker();

  /** The scripts beyond the packs of a part that the host imports later. */
  const scriptsOf = (source: string): string[] => {
    const part = [...chunks.values()].find(({ entryPoint }) => entryPoint === fromRoot(source));
    const needed = part === undefined ? [] : staticClosure(chunks, part);
    return needed.filter((chunk) => !packed.includes(chunk)).map(({ file }) => file.name);
  };
  const unpacked = [...chunks.values()].filter((chunk) => !packed.includes(chunk));
  const lateScripts = unpacked.map(({ file }) => file);
  const lateSheets = styles.files.filter((file) => !styles.first.includes(file));
  const ofPages = [
    ...staticClosure(chunks, need(shared, '@kituo/sdk/page')).map(({ file }) => file),
    ...(styles.byName.get('@kituo/sdk/page') ?? []),
  ];
  const isRare = (file: OutputFile) =>
    [...lateScripts, ...lateSheets].includes(file) && file.content.length > LARGE && !ofPages.includes(file);
  // What is begun ahead is fetched in idle time: some bytes more there, for a third of the time they take here.
  // All sheets but the first it has in common with the host: they are compressed once.
  const isQuick = (file: OutputFile) => isRare(file) || (sources.isAhead === true && !lateSheets.includes(file));
  const ofHost = Object.fromEntries(
    [...shared].map(([name, chunk]): [string, SharedModule] => [
      name,
      {
        entry: chunk.file.name,
        files: staticClosure(chunks, chunk)
          .filter((needed) => !packed.includes(needed))
          .map(({ file }) => file.name),
        styles: (styles.byName.get(name) ?? []).map((file) => file.name),
      },
    ]),
  );
  const sharedModules = { ...ofHost, ...sharedDoors(await doors, ofHost) };
  const sharedFile = outputFile('shared', 'json', JSON.stringify(sharedModules));
  const ofDoors = (await doors).flatMap((door) => [...door.scripts, ...door.styles]);
  const all = [...packs, ...lateScripts, ...styles.files, ...ofDoors, ...Object.values(locales), sharedFile, worker];
  const files = [...new Map(all.map((file) => [file.name, file])).values()].map((file): OutputFile =>
    isQuick(file) ? { ...file, effort: 'quick' } : file,
  );
  const written = await writeOutput(out, files);
  const manifest: HostManifest = {
    format: 1,
    version: sha256(
      files
        .map(({ name }) => name)
        .sort()
        .join(),
    ).slice(0, 16),
    sdkVersion: await sdkVersion(),
    files: written,
    entry: entry.file.name,
    packs: packs.map(({ name }) => name),
    signIn: scriptsOf(sources.signIn),
    slots: scriptsOf(sources.slots),
    styles: styles.first.map(({ name }) => name),
    shared: sharedModules,
    sharedFile: sharedFile.name,
    locales: Object.fromEntries(Object.entries(locales).map(([code, file]) => [code, file.name])),
    hashWorker: worker.name,
  };
  await writeTextCatalogue(out, { ...sources.locales, ...sources.lateLocales });
  await publishManifest(out, manifest);
  return manifest;
}

/** The manifest comes last and whole; files of the manifest it replaces stay for open browsers. */
async function publishManifest(out: string, manifest: HostManifest): Promise<void> {
  const path = join(out, MANIFEST);
  const before = await readFile(path, 'utf8').then(
    (text) => hostManifest.safeParse(JSON.parse(text)).data?.files ?? [],
    () => [],
  );
  await writeWhole(path, `${JSON.stringify(manifest, null, 1)}\n`);
  const names = [...manifest.files, ...before].map(({ name }) => name);
  await pruneOutput(out, new Set([MANIFEST, TEXT_CATALOGUE, ...names]));
}

async function bundle(sources: HostSources): Promise<{ chunks: Map<string, SystemChunk>; metafile: Metafile }> {
  const routerNames = importedFrom('react-router-dom', await readSources(sources));
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      { in: sources.main, out: 'main' },
      ...Object.entries(HOST_NAMES).map(([name, out]) => ({ in: sharedEntry(name), out })),
    ],
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    conditions: ['es2015', 'module', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    minify: true,
    // A map names its sources, which stand in the checkout; frames are made of the host's.
    sourcemap: sources.isAhead === true ? false : 'external',
    sourcesContent: false,
    legalComments: 'none',
    entryNames: '[name].[hash]',
    chunkNames: '[name].[hash]',
    plugins: [
      sdkSources(sources),
      sharedNames(),
      leanLibraries(),
      directImports(routerNames, withoutLater(sources.sdk)),
      pureContracts({ calls: true }),
      styleImports(),
    ],
    logLevel: 'silent',
  }).catch((fault: unknown) => {
    throw new BuildError(fault instanceof Error ? fault.message : String(fault));
  });
  const roots = ['main', ...FIRST_SCREEN.map((name) => HOST_NAMES[name])];
  const merged = await mergeFirstScreen(
    result,
    roots.map((stem) => draftOf(result.metafile, stem)),
  );
  const kept = FIRST_SCREEN_MODULES.map(moduleFile);
  return {
    // One pass in place of two costs a thousandth of the bytes.
    chunks: await toSystemChunks(merged, kept, { isWhole: sources.isAhead === true, passes: 1 }),
    metafile: result.metafile,
  };
}

/** The texts of all modules of host and SDK that a browser gets. */
async function readSources(sources: HostSources): Promise<string[]> {
  const folders = new Set([dirname(sources.main), dirname(sources.sdk)]);
  const paths = (await Promise.all([...folders].map(listFiles))).flat();
  return Promise.all(
    paths.filter((path) => /(?<![/\\]testing[/\\].*)\.tsx?$/.test(path)).map((path) => readFile(path, 'utf8')),
  );
}

/** The SDK's modules by the names that host and plugins import them by. */
function sdkSources({ sdk, sdkPage }: HostSources): Plugin {
  return {
    name: 'sdk-sources',
    setup(build) {
      build.onResolve({ filter: /^@kituo\/sdk$/ }, () => ({ path: sdk }));
      build.onResolve({ filter: /^@kituo\/sdk\/later$/ }, () => ({ path: laterOf(sdk) }));
      build.onResolve({ filter: /^@kituo\/sdk\/page$/ }, () => ({ path: sdkPage }));
    },
  };
}

function chunkOf(chunks: ReadonlyMap<string, SystemChunk>, stem: string): SystemChunk {
  for (const chunk of chunks.values())
    if (chunk.entryPoint !== null && chunk.draft.startsWith(`${stem}.`)) return chunk;
  throw new BuildError(`the build made no chunk for ${stem}`);
}

function draftOf({ outputs }: Metafile, stem: string): string {
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint !== undefined && basename(path).startsWith(`${stem}.`)) return basename(path);
  throw new BuildError(`the build made no chunk for ${stem}`);
}

function need<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new BuildError(`${key} is not part of the build`);
  return value;
}

const fromRoot = (path: string) => relative(ROOT, path).replaceAll('\\', '/');

async function sdkVersion(): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
  if (typeof description === 'object' && description !== null && 'version' in description)
    return String(description.version);
  throw new BuildError('sdk/package.json names no version');
}
