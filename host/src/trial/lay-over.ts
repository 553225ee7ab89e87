import type { Bootstrap, MenuItem, PluginOverride, SessionPlugin } from '@kituo/sdk/contracts';

/** The bootstrap with plugins on trial in the place of the registry's, their new pages in the menu. */
export function layOver(
  bootstrap: Bootstrap,
  plugins: readonly SessionPlugin[],
  trials: readonly PluginOverride[],
): Bootstrap {
  const names = new Set(plugins.map(({ name }) => name));
  const others = bootstrap.registry.plugins.filter(({ name }) => !names.has(name));
  const paths = plugins.flatMap(({ pages }) => pages.map(({ path }) => path.toLowerCase()));
  return {
    ...bootstrap,
    overrides: [...trials],
    menus: [...bootstrap.menus, ...newMenus(bootstrap.menus, plugins)],
    fullPaths: [...new Set([...bootstrap.fullPaths, ...paths])].sort(),
    registry: { ...bootstrap.registry, plugins: [...others, ...plugins] },
  };
}

/** A page that no menu of the house has stands below its plugin's name. */
function newMenus(menus: readonly MenuItem[], plugins: readonly SessionPlugin[]): MenuItem[] {
  const known = new Set(pathsOf(menus));
  return plugins.flatMap(({ name: plugin, pages }) => {
    const added = pages.filter(({ path }) => !known.has(path.toLowerCase()));
    if (added.length === 0) return [];
    const childList = added.map(({ name, path }): MenuItem => {
      const menuName = inWords(name);
      return { menuName, perms: path, externalUrl: null, icon: null, childList: [] };
    });
    return [{ menuName: inWords(plugin), perms: null, externalUrl: null, icon: null, childList }];
  });
}

function pathsOf(menus: readonly MenuItem[]): string[] {
  return menus.flatMap(({ perms, childList }) => [
    ...(perms === null ? [] : [perms.toLowerCase()]),
    ...pathsOf(childList),
  ]);
}

/** `CashUp`, `cash-up` → `Cash up`: its own title comes with its texts, which are not here yet. */
export function inWords(name: string): string {
  const spaced = name
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll('-', ' ')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
