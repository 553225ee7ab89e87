import type { PluginManifest, SessionPlugin } from '@kituo/sdk/contracts';
import type { OfferedPage } from './registry-service.ts';
import type { LoadedRegistry, LoadedVersion } from './load-registry.ts';
import { choose, type Chooser, type Rollout } from './rollout.ts';

/** What a state of the registry offers, made ready so that a session's part is found by its pages alone. */
export interface Offer {
  /** Over all versions that somebody may get. */
  readonly pages: ReadonlyMap<string, OfferedPage>;
  /** The plugins of which this person gets the version of a rollout. */
  choicesOf(who: Chooser): ReadonlySet<string>;
  /** Costs as much as the session has pages, however many plugins there are. */
  cut(pages: ReadonlySet<string>, choices: ReadonlySet<string>): SessionPlugin[];
  isPermitted(plugin: string, pages: ReadonlySet<string>): boolean;
}

interface OfferedVersion {
  readonly manifest: PluginManifest;
  readonly isIsolated: boolean;
  /** Lower-cased paths, in the order of `manifest.description.pages`. */
  readonly paths: readonly string[];
  /** Cuts made before, by the permitted pages' numbers. */
  readonly cuts: Map<string, SessionPlugin>;
}

interface OfferedPlugin {
  /** Null where it is left out. */
  readonly stable: OfferedVersion | null;
  readonly rollout: OfferedVersion | null;
}

export function makeOffer(registry: LoadedRegistry): Offer {
  const plugins = new Map<string, OfferedPlugin>();
  const pages = new Map<string, OfferedPage>();
  const rollouts: { readonly name: string; readonly audience: Rollout }[] = [];
  const always = new Set<string>();
  for (const plugin of registry.plugins) {
    const { name, rollout } = plugin;
    const made = { stable: offered(plugin), rollout: offered(rollout) };
    if (made.stable === null && made.rollout === null) continue;
    plugins.set(name, made);
    if (rollout && made.rollout) rollouts.push({ name, audience: rollout.audience });
    for (const one of [made.rollout, made.stable]) {
      for (const page of one?.manifest.description.pages ?? []) {
        pages.set(page.path.toLowerCase(), { path: page.path, plugin: name, always: page.always });
        if (page.always) always.add(name);
      }
    }
  }

  const choicesOf = (who: Chooser): ReadonlySet<string> =>
    new Set(rollouts.filter(({ name, audience }) => choose(name, audience, who) === 'chosen').map(({ name }) => name));

  const cut = (permitted: ReadonlySet<string>, choices: ReadonlySet<string>): SessionPlugin[] => {
    const touched = new Set(always);
    for (const path of permitted) {
      const page = pages.get(path);
      if (page !== undefined) touched.add(page.plugin);
    }
    return [...touched].sort().flatMap((name) => {
      const plugin = plugins.get(name);
      const version = choices.has(name) ? plugin?.rollout : plugin?.stable;
      const made = version ? cutVersion(version, permitted) : null;
      return made && made.pages.length > 0 ? [made] : [];
    });
  };

  const isPermitted = (name: string, permitted: ReadonlySet<string>): boolean => {
    const { stable, rollout } = plugins.get(name) ?? { stable: null, rollout: null };
    return [stable, rollout].some((version) =>
      version?.paths.some((path) => permitted.has(path) || pages.get(path)?.always),
    );
  };

  return { pages, choicesOf, cut, isPermitted };
}

function offered(version: LoadedVersion | null): OfferedVersion | null {
  if (version === null || version.package === null || version.leftOut !== null) return null;
  const { manifest } = version.package;
  const paths = manifest.description.pages.map(({ path }) => path.toLowerCase());
  return { manifest, isIsolated: version.isIsolated, paths, cuts: new Map() };
}

function cutVersion(plugin: OfferedVersion, permitted: ReadonlySet<string>): SessionPlugin {
  const { description } = plugin.manifest;
  const numbers = description.pages.flatMap((page, number) =>
    page.always || permitted.has(plugin.paths[number] ?? '') ? [number] : [],
  );
  const key = numbers.join();
  const known = plugin.cuts.get(key);
  if (known !== undefined) return known;
  const made = sessionPlugin(plugin, numbers);
  plugin.cuts.set(key, made);
  return made;
}

/** Names the plugin's common files and those of the given pages, and no others. */
function sessionPlugin(plugin: OfferedVersion, numbers: readonly number[]): SessionPlugin {
  const { manifest, isIsolated } = plugin;
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
  const held = new Set(numbers.map((number) => description.pages[number]?.name));
  const builtFills = new Map(manifest.fills?.map((fill) => [fill.name, fill]));
  const takeEach = (texts: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(texts).map(([code, index]) => [code, take(index)]));
  const fills = (description.slots?.fills ?? [])
    .filter(({ page }) => held.has(page))
    .map(({ slot, name, titleKey }) => {
      const parts = builtFills.get(name);
      return {
        slot,
        name,
        titleKey,
        files: parts?.files.map(take) ?? [],
        styles: parts?.styles.map(take) ?? [],
        shared: parts?.shared ?? [],
      };
    });
  const cut: SessionPlugin = {
    name: description.name,
    version: description.version,
    titleKey: description.section.titleKey,
    ...(isIsolated && { isIsolated }),
    ...(fills.length > 0 && { fills }),
    files,
    entry: take(manifest.entry),
    styles: manifest.styles.map(take),
    locales: takeEach(manifest.locales),
    pages: numbers.flatMap((number) => {
      const page = description.pages[number];
      if (page === undefined) return [];
      const parts = built.get(page.name);
      return {
        name: page.name,
        path: page.path,
        titleKey: page.titleKey,
        ...(page.headlineTitleKey !== undefined && { headlineTitleKey: page.headlineTitleKey }),
        files: parts?.files.map(take) ?? [],
        styles: parts?.styles.map(take) ?? [],
        shared: parts?.shared ?? [],
      };
    }),
  };
  // A frame is handed all texts of its plugin.
  if (isIsolated) return cut;
  // Last in the list, so that a document can leave those of other pages out.
  const withTexts = <Part extends { name: string }>(part: Part, texts: Readonly<Record<string, number>> | undefined) =>
    texts === undefined ? part : { ...part, texts: takeEach(texts) };
  return {
    ...cut,
    ...(cut.fills && { fills: cut.fills.map((fill) => withTexts(fill, builtFills.get(fill.name)?.texts)) }),
    pages: cut.pages.map((page) => withTexts(page, built.get(page.name)?.texts)),
  };
}
