import { listBootstrap } from '@kituo/sdk/contracts';
import { build, type Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { hostManifest, type Bootstrap } from '../../sdk/src/contracts/index.ts';
import { directImports, importedFrom } from '../../scripts/build/direct-imports.ts';
import { leanLibraries } from '../../scripts/build/lean-libraries.ts';
import { minifyStyles, styleImports } from '../../scripts/build/own-styles.ts';
import { HOST_OUT, ROOT } from '../../scripts/build/paths.ts';
import { pureContracts } from '../../scripts/build/pure-contracts.ts';
import { listFiles } from '../../scripts/build/stamp.ts';

/**
 * The floor: the same signed-in Home with its menu as one static bundle, an HTML with one script and one
 * style. Same sources, same libraries, same tree-shaking; no plugin system, no SystemJS, no parts that
 * are loaded later. Nothing that loads plugins can be smaller or sooner.
 */
export interface Floor {
  /** With the first calls' answers as the document has them: any page may have those. */
  html(boot: Bootstrap, calls: string): string;
  readonly script: Buffer;
  readonly style: Buffer;
}

const HOME = join(ROOT, 'plugins/home');

/** A page loader that has the page already. */
const STATIC_LOADER = `
import { addTexts } from '@kituo/sdk';
import { HomePage } from ${JSON.stringify(join(HOME, 'src/pages/home.page.tsx'))};
import en from ${JSON.stringify(join(HOME, 'locales/en.json'))};
export const LOAD_TIMEOUT_MS = 120000;
export function createPageLoader() {
  addTexts('home', 'en', en);
  return {
    register() {}, prefetch() {}, release() {}, async reset() {}, async loadTexts() {},
    peek: () => HomePage, load: async () => HomePage,
  };
}`;

const NO_SHARED_NAMES = `
export const sharedNamesOf = () => ({
  complete: async () => {}, ready: async () => {}, filesOf: () => ({ scripts: [], styles: [] }),
});`;

const STATIC_TEXTS = `
import { addTexts, showLanguage } from '@kituo/sdk';
import host from ${JSON.stringify(join(ROOT, 'host/locales/en.json'))};
import sdk from ${JSON.stringify(join(ROOT, 'sdk/locales/en.json'))};
export const neededLanguages = () => ['en'];
export async function loadHostTexts() {
  addTexts('host', 'en', host); addTexts('sdk', 'en', sdk);
}
export async function showHostTexts(app, language) {
  await loadHostTexts(); showLanguage(language);
}`;

const NO_SYSTEM = `
export const systemJsLoader = () => ({ addImportMap() {}, importModule: async () => ({}), forget() {} });`;

const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/host\/src\/loading\/page-loader\.ts$/, STATIC_LOADER],
  [/host\/src\/loading\/shared-names\.ts$/, NO_SHARED_NAMES],
  [/host\/src\/start\/host-texts\.ts$/, STATIC_TEXTS],
  [/host\/src\/loading\/module-loader\.ts$/, NO_SYSTEM],
];

function staticSources(): Plugin {
  return {
    name: 'static-sources',
    setup(build) {
      build.onResolve({ filter: /^@kituo\/sdk$/ }, () => ({
        path: join(ROOT, 'sdk/src/index.ts'),
      }));
      // What the product loads later is no part of a first screen, and so none of the floor's.
      build.onResolve({ filter: /./ }, ({ kind, path }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      );
      build.onLoad({ filter: /host[/\\]src[/\\](loading|start)[/\\]/ }, ({ path }) => {
        const found = REPLACED.find(([end]) => end.test(path.replaceAll('\\', '/')));
        return found && { contents: found[1], loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}

export async function buildFloor(): Promise<Floor> {
  const sources = await Promise.all(['host/src', 'sdk/src'].map((folder) => listFiles(join(ROOT, folder))));
  const texts = await Promise.all(
    sources
      .flat()
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFile(path, 'utf8')),
  );
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: ['host/src/main.tsx'],
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['es2015', 'module', 'production'],
    define: { 'process.env.NODE_ENV': '"production"', System: 'undefined' },
    jsx: 'automatic',
    minify: true,
    legalComments: 'none',
    plugins: [
      staticSources(),
      leanLibraries(),
      directImports(importedFrom('react-router-dom', texts)),
      pureContracts({ calls: true }),
      styleImports(),
    ],
    logLevel: 'silent',
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error('the floor has no script');
  const style = await floorStyle();
  return { script: Buffer.from(output.contents), style: Buffer.from(style), html: floorHtml };
}

/** The style sheet of the product's first screen and Home's, as one. */
async function floorStyle(): Promise<string> {
  const manifest = hostManifest.parse(JSON.parse(await readFile(join(HOST_OUT, 'host-manifest.json'), 'utf8')));
  const first = await Promise.all(manifest.styles.map((name) => readFile(join(HOST_OUT, name), 'utf8')));
  const home = await readFile(join(HOME, 'src/pages/home.css'), 'utf8');
  return minifyStyles([...first, home].join('\n'));
}

/** The bootstrap keeps user, menu and rights; lists of plugin files are the plugin system's own cost. */
function floorHtml(boot: Bootstrap, calls: string): string {
  const plugins = boot.registry.plugins.map((plugin) => ({
    ...plugin,
    // One, without a name: the floor has every page's code, so its host must not ask for lists.
    files: [''],
    locales: {},
    pages: plugin.pages.map((page) => ({ ...page, files: [], styles: [] })),
    styles: [],
  }));
  const bootText = JSON.stringify(listBootstrap({ ...boot, registry: { ...boot.registry, plugins } }));
  const app = { version: 'floor', sdkVersion: '0.1.0', entry: '', shared: {}, locales: {} };
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Kituo</title>',
    '<link rel="icon" href="data:,"><link rel="stylesheet" href="/floor.css">',
    '<script defer src="/floor.js"></script></head><body><div id="root"></div>',
    `<script type="application/json" id="kituo-app">${JSON.stringify(app)}</script>`,
    `<script type="application/json" id="kituo-boot">${bootText.replaceAll('<', '\\u003c')}</script>`,
    `<script type="application/json" id="kituo-calls">${calls}</script>`,
    '</body></html>',
  ].join('');
}

export function brotli(content: Buffer | string): Buffer {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}
