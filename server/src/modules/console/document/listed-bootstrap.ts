import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';

/**
 * The bootstrap as a document carries it: menus, rights, paths and titles whole, file lists of the
 * opened page's plugin alone. Lists of hashes do not compress and weigh more than all the rest; the
 * host reads those of the others once the first page stands.
 */
export function listedBootstrap(boot: Bootstrap, opened: string | null): Bootstrap {
  const plugins = boot.registry.plugins.map((plugin) => (plugin.name === opened ? plugin : withoutFiles(plugin)));
  return { ...boot, registry: { ...boot.registry, plugins } };
}

function withoutFiles(plugin: SessionPlugin): SessionPlugin {
  const pages = plugin.pages.map(({ name, path, titleKey }) => ({
    name,
    path,
    titleKey,
    files: [],
    styles: [],
    shared: [],
  }));
  return { ...plugin, files: [], entry: 0, styles: [], locales: {}, pages };
}
