import type { Plugin } from 'esbuild';

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

/**
 * Blueprint finds icons by name through a dynamic import of every path there is, which a bundle then
 * holds whole (270 KB). Kituo's icons are components, each imported by name, so the loaders go.
 */
export function withoutIconLoaders(): Plugin {
  return {
    name: 'without-icon-loaders',
    setup(build) {
      build.onLoad({ filter: /[/\\]icons[/\\]lib[/\\]esm[/\\]iconLoader\.js$/ }, () => ({
        contents: NO_LOADER,
      }));
      build.onLoad({ filter: /[/\\]icons[/\\]lib[/\\]esm[/\\]next[/\\]pathsLoader\.js$/ }, () => ({
        contents: 'export const defaultNextIconPathsLoader = async () => [];',
      }));
      build.onLoad(
        { filter: /[/\\]icons[/\\]lib[/\\]esm[/\\]next[/\\]iconLoaderNext\.js$/ },
        () => ({
          contents: NO_LOADER.replace('class Icons', 'class IconsNext'),
        }),
      );
      build.onLoad({ filter: /[/\\]icons[/\\]lib[/\\]esm[/\\]allPaths\.js$/ }, () => ({
        contents:
          'export const IconSvgPaths16 = {}, IconSvgPaths20 = {}; export function getIconPaths() { return []; }',
      }));
    },
  };
}
