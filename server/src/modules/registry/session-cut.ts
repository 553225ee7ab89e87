import type { PluginManifest, SessionPlugin } from '@kituo/sdk/contracts';
import type { OfferedPage } from './registry-service.ts';
import type { LoadedRegistry } from './load-registry.ts';

/** What a state of the registry offers, made ready so that a session's part is found by its pages alone. */
export interface Offer {
  readonly pages: ReadonlyMap<string, OfferedPage>;
  /** Costs as much as the session has pages, however many plugins there are. */
  cut(pages: ReadonlySet<string>): SessionPlugin[];
  isPermitted(plugin: string, pages: ReadonlySet<string>): boolean;
}

interface OfferedPlugin {
  readonly manifest: PluginManifest;
  /** Lower-cased paths, in the order of `manifest.description.pages`. */
  readonly paths: readonly string[];
  /** Cuts made before, by the permitted pages' numbers. */
  readonly cuts: Map<string, SessionPlugin>;
}

export function makeOffer(registry: LoadedRegistry): Offer {
  const plugins = new Map<string, OfferedPlugin>();
  const pages = new Map<string, OfferedPage>();
  const always: string[] = [];
  for (const { name, leftOut, package: built } of registry.plugins) {
    if (built === null || leftOut !== null) continue;
    const { manifest } = built;
    const paths = manifest.description.pages.map(({ path }) => path.toLowerCase());
    plugins.set(name, { manifest, paths, cuts: new Map() });
    for (const page of manifest.description.pages) {
      const path = page.path.toLowerCase();
      pages.set(path, { path: page.path, plugin: name, always: page.always });
      if (page.always) always.push(path);
    }
  }

  const cut = (permitted: ReadonlySet<string>): SessionPlugin[] => {
    const touched = new Set<string>();
    for (const path of always) touched.add(pages.get(path)?.plugin ?? '');
    for (const path of permitted) {
      const page = pages.get(path);
      if (page !== undefined) touched.add(page.plugin);
    }
    const result: SessionPlugin[] = [];
    for (const name of [...touched].sort()) {
      const plugin = plugins.get(name);
      if (plugin !== undefined) result.push(cutPlugin(plugin, permitted));
    }
    return result;
  };

  const isPermitted = (name: string, permitted: ReadonlySet<string>): boolean =>
    plugins.get(name)?.paths.some((path) => permitted.has(path) || pages.get(path)?.always) ??
    false;

  return { pages, cut, isPermitted };
}

function cutPlugin(plugin: OfferedPlugin, permitted: ReadonlySet<string>): SessionPlugin {
  const { description } = plugin.manifest;
  const numbers = description.pages.flatMap((page, number) =>
    page.always || permitted.has(plugin.paths[number] ?? '') ? [number] : [],
  );
  const key = numbers.join();
  const known = plugin.cuts.get(key);
  if (known !== undefined) return known;
  const made = sessionPlugin(plugin.manifest, numbers);
  plugin.cuts.set(key, made);
  return made;
}

/** Names the plugin's common files and those of the given pages, and no others. */
function sessionPlugin(manifest: PluginManifest, numbers: readonly number[]): SessionPlugin {
  const { description } = manifest;
  const files: string[] = [];
  const positions = new Map<number, number>();
  const take = (index: number): number => {
    const known = positions.get(index);
    if (known !== undefined) return known;
    files.push(manifest.files[index]?.name ?? '');
    positions.set(index, files.length - 1);
    return files.length - 1;
  };
  const built = new Map(manifest.pages.map((page) => [page.name, page]));
  return {
    name: description.name,
    version: description.version,
    titleKey: description.section.titleKey,
    files,
    entry: take(manifest.entry),
    styles: manifest.styles.map(take),
    locales: Object.fromEntries(
      Object.entries(manifest.locales).map(([code, index]) => [code, take(index)]),
    ),
    pages: numbers.flatMap((number) => {
      const page = description.pages[number];
      if (page === undefined) return [];
      const parts = built.get(page.name);
      return {
        name: page.name,
        path: page.path,
        titleKey: page.titleKey,
        files: parts?.files.map(take) ?? [],
        styles: parts?.styles.map(take) ?? [],
        shared: parts?.shared ?? [],
      };
    }),
  };
}
