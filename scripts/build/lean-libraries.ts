import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

/** Answers nothing for every name, and says in the console what to use in its place. */
const NO_LOADER = `
const explain = (icon) => console.error('Icons are components here: pass <' + icon + ' icon component>, not its name.');
export class Icons {
  static setLoaderOptions() {}
  static async load(icons) { for (const icon of [].concat(icons)) explain(icon); }
  static async loadAll() {}
  static getPaths() { return undefined; }
  static hasFilled() { return false; }
  static isValidIconName() { return false; }
}
`;

const NO_PATHS_LOADER = 'export const defaultNextIconPathsLoader = async () => [];';
const NO_PATHS = 'export const IconSvgPaths16 = {}, IconSvgPaths20 = {}; export function getIconPaths() { return []; }';

/** axios asks this for an adapter when XMLHttpRequest is missing; no browser we serve misses it. */
const NO_FETCH_ADAPTER = 'export const getFetch = () => false; export default false;';

/** A table of names for statuses that nobody reads, and forms as JSON, which nobody sends. */
const NOTHING = 'export default {};';
const NO_FORM = 'export default () => null;';

/** Modules of libraries that are replaced, by the end of their path. */
const REPLACED: readonly (readonly [path: RegExp, contents: string])[] = [
  [/icons\/lib\/esm\/iconLoader\.js$/, NO_LOADER],
  [/icons\/lib\/esm\/next\/iconLoaderNext\.js$/, NO_LOADER.replace('class Icons', 'class IconsNext')],
  [/icons\/lib\/esm\/next\/pathsLoader\.js$/, NO_PATHS_LOADER],
  [/icons\/lib\/esm\/allPaths\.js$/, NO_PATHS],
  [/axios\/lib\/adapters\/fetch\.js$/, NO_FETCH_ADAPTER],
  [/axios\/lib\/helpers\/HttpStatusCode\.js$/, NOTHING],
  [/axios\/lib\/helpers\/formDataToJSON\.js$/, NO_FORM],
];

/**
 * Leaves out what a page would carry and never use.
 *
 * Blueprint finds icons by name through a dynamic import of every path there is, which a bundle then
 * holds whole (270 KB). Kituo's icons are components, each imported by name, so the loaders go. Each
 * icon also holds two drawings, for 16 and for 20 pixels; the first serves every size.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    setup(build) {
      // The package's export list names only the form with an interface of its own, twice as large.
      build.onResolve({ filter: /^import-map-overrides\/dist\// }, ({ path }) => ({
        path: join(ROOT, 'node_modules', path),
      }));
      build.onLoad({ filter: /[/\\](icons[/\\]lib|axios[/\\]lib[/\\](adapters|helpers))[/\\]/ }, ({ path }) => {
        const found = REPLACED.find(([end]) => end.test(path.replaceAll('\\', '/')));
        return found === undefined ? undefined : { contents: found[1] };
      });
      build.onLoad(
        {
          filter: /icons[/\\]lib[/\\]esm[/\\](generated[/\\]components[/\\].*|svgIconContainer)\.js$/,
        },
        async ({ path }) => ({
          contents: withOneDrawing(await readFile(path, 'utf8')),
        }),
      );
    },
  };
}

/** Makes an icon, and the container that frames it, take the drawing for 16 pixels at every size. */
function withOneDrawing(source: string): string {
  return source
    .replace(/const isLarge = [^;]+;/, 'const isLarge = false;')
    .replace(/^const PATHS_20 = .*$/m, 'const PATHS_20 = PATHS_16;');
}
