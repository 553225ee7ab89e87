import type { Bootstrap, MenuItem, PluginOverride, SessionPlugin } from '@kituo/sdk/contracts';

/** What a plugin calls itself or a page of its own. */
type TitleOf = (plugin: SessionPlugin, titled: { readonly titleKey: string; readonly name: string }) => string;

/** The bootstrap with plugins on trial in the place of the registry's, their new pages in the menu. */
export function layOver(
  bootstrap: Bootstrap,
  plugins: readonly SessionPlugin[],
  trials: readonly PluginOverride[],
  titleOf: TitleOf,
): Bootstrap {
  const names = new Set(plugins.map(({ name }) => name));
  const others = bootstrap.registry.plugins.filter(({ name }) => !names.has(name));
  const paths = plugins.flatMap(({ pages }) => pages.map(({ path }) => path.toLowerCase()));
  return {
    ...bootstrap,
    overrides: [...trials],
    menus: [...bootstrap.menus, ...newMenus(bootstrap.menus, plugins, titleOf)],
    fullPaths: [...new Set([...bootstrap.fullPaths, ...paths])].sort(),
    registry: { ...bootstrap.registry, plugins: [...others, ...plugins] },
  };
}

/** A page that no menu of the company has is below its plugin's name. */
function newMenus(menus: readonly MenuItem[], plugins: readonly SessionPlugin[], titleOf: TitleOf): MenuItem[] {
  const known = new Set(pathsOf(menus));
  return plugins.flatMap((plugin) => {
    const added = plugin.pages.filter(({ path }) => !known.has(path.toLowerCase()));
    if (added.length === 0) return [];
    const childList = added.map((page): MenuItem => {
      const menuName = titleOf(plugin, page);
      return { menuName, perms: page.path, externalUrl: null, icon: null, childList: [] };
    });
    const menuName = titleOf(plugin, plugin);
    return [{ menuName, perms: null, externalUrl: null, icon: null, childList }];
  });
}

function pathsOf(menus: readonly MenuItem[]): string[] {
  return menus.flatMap(({ perms, childList }) => [
    ...(perms === null ? [] : [perms.toLowerCase()]),
    ...pathsOf(childList),
  ]);
}
