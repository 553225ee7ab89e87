import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import { hasFiles } from './page-table.ts';

/** What a newer bootstrap changes for an open console. Paths are lower-cased. */
export interface BootstrapDiff {
  readonly pagesGone: readonly string[];
  readonly pagesCome: readonly string[];
  /** Plugins that are no longer part of the session: everything of theirs is released. */
  readonly pluginsGone: readonly SessionPlugin[];
  /** Plugins whose files changed; an open page keeps the old ones until it is opened again. */
  readonly pluginsRenewed: readonly SessionPlugin[];
}

export function diffBootstraps(before: Bootstrap, after: Bootstrap): BootstrapDiff {
  const pathsBefore = new Set(before.fullPaths);
  const pathsAfter = new Set(after.fullPaths);
  const pluginsAfter = new Map(after.registry.plugins.map((plugin) => [plugin.name, plugin]));
  const pluginsGone: SessionPlugin[] = [];
  const pluginsRenewed: SessionPlugin[] = [];
  for (const plugin of before.registry.plugins) {
    const successor = pluginsAfter.get(plugin.name);
    if (successor === undefined) pluginsGone.push(plugin);
    // Of a plugin whose files were not known, nothing was loaded.
    else if (hasFiles({ plugin }) && !hasSameCode(plugin, successor)) pluginsRenewed.push(plugin);
  }
  return {
    pagesGone: before.fullPaths.filter((path) => !pathsAfter.has(path)),
    pagesCome: after.fullPaths.filter((path) => !pathsBefore.has(path)),
    pluginsGone,
    pluginsRenewed,
  };
}

/** File names carry their hash, so equal version and entry mean equal code. */
export function hasSameCode(one: SessionPlugin, other: SessionPlugin): boolean {
  return one.version === other.version && one.files[one.entry] === other.files[other.entry];
}
