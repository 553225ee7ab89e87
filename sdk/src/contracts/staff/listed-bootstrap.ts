import type { Bootstrap, MenuItem, SessionPlugin } from './bootstrap.ts';

/**
 * The bootstrap as a document carries it, which every start downloads: what repeats itself or is empty is not
 * written. `listBootstrap` writes it, `readListedBootstrap` makes the whole of it again.
 */
export interface ListedBootstrap extends Omit<Bootstrap, 'menus' | 'perms' | 'registry'> {
  /** Of an entry nothing that is null or empty. */
  readonly menus: readonly ListedMenu[];
  /** Operation codes by their first two parts: `user:role save remove,menu save;charge:refund audit`. */
  readonly perms: string;
  readonly registry: {
    readonly revision: string;
    /** Whole where its files are named, else listed. */
    readonly plugins: readonly (SessionPlugin | ListedPlugin)[];
  };
}

type ListedMenu = { readonly menuName: string; readonly childList?: readonly ListedMenu[] } & Partial<
  Pick<MenuItem, 'perms' | 'externalUrl' | 'icon'>
>;

interface ListedPlugin extends Pick<SessionPlugin, 'name' | 'version' | 'titleKey' | 'base' | 'isIsolated' | 'fills'> {
  /**
   * Names of pages by what stands before them in their paths: `{ '/AdminContent/UserSystem/': 'UserManagement' }`.
   * A path that does not end in its page's name stands whole, without a slash at its end.
   */
  readonly paths: Readonly<Record<string, string>>;
}

/**
 * Of plugins that name no files, pages keep name and path alone: their titles come with their texts. Paths of
 * pages that the registry lists are not named twice.
 */
export function listBootstrap(boot: Bootstrap): ListedBootstrap {
  const paths = new Set(boot.registry.plugins.flatMap(({ pages }) => pages.map(({ path }) => path.toLowerCase())));
  return {
    ...boot,
    menus: boot.menus.map(listMenu),
    perms: listCodes(boot.perms),
    fullPaths: boot.fullPaths.filter((path) => !paths.has(path)),
    registry: {
      ...boot.registry,
      plugins: boot.registry.plugins.map((each) => (each.files.length === 0 ? listPlugin(each) : each)),
    },
  };
}

export function readListedBootstrap(listed: ListedBootstrap): Bootstrap {
  const plugins = listed.registry.plugins.map((each) => ('paths' in each ? readPlugin(each) : each));
  const paths = plugins.flatMap(({ pages }) => pages.map(({ path }) => path.toLowerCase()));
  return {
    ...listed,
    menus: listed.menus.map(readMenu),
    perms: readCodes(listed.perms),
    fullPaths: [...new Set([...listed.fullPaths, ...paths])].sort(),
    registry: { ...listed.registry, plugins },
  };
}

function listMenu({ menuName, perms, externalUrl, icon, childList }: MenuItem): ListedMenu {
  return {
    menuName,
    ...(perms !== null && { perms }),
    ...(externalUrl !== null && { externalUrl }),
    ...(icon !== null && { icon }),
    ...(childList.length > 0 && { childList: childList.map(listMenu) }),
  };
}

function readMenu({ childList = [], ...entry }: ListedMenu): MenuItem {
  return { perms: null, externalUrl: null, icon: null, ...entry, childList: childList.map(readMenu) };
}

/** A code of fewer parts than three, which none of ours is, stands below no section: `:code`. */
function listCodes(codes: readonly string[]): string {
  const sections = new Map<string, Map<string, string>>();
  for (const code of codes) {
    const [, section = '', subject = code, rest = ''] = /^([^:]+):([^:]*):(.+)$/.exec(code) ?? [];
    const subjects = sections.get(section) ?? new Map<string, string>();
    const before = subjects.get(subject) ?? subject;
    subjects.set(subject, rest === '' ? before : `${before} ${rest}`);
    sections.set(section, subjects);
  }
  return [...sections].map(([section, subjects]) => `${section}:${[...subjects.values()].join(',')}`).join(';');
}

function readCodes(listed: string): string[] {
  if (listed === '') return [];
  const codes = listed.split(';').flatMap((part) => {
    const end = part.indexOf(':');
    const section = part.slice(0, end);
    const subjects = part.slice(end + 1).split(',');
    return subjects.flatMap((each) => {
      const [subject = '', ...rests] = each.split(' ');
      return section === '' ? [subject] : rests.map((rest) => `${section}:${subject}:${rest}`);
    });
  });
  return codes.sort();
}

function listPlugin({ name, version, titleKey, base, isIsolated, fills, pages }: SessionPlugin): ListedPlugin {
  const paths: Record<string, string> = {};
  for (const page of pages) {
    const start = page.path.endsWith(`/${page.name}`) ? page.path.slice(0, -page.name.length) : page.path;
    const before = paths[start];
    paths[start] = before === undefined ? page.name : `${before} ${page.name}`;
  }
  return {
    name,
    version,
    titleKey,
    paths,
    ...(base !== undefined && { base }),
    ...(isIsolated !== undefined && { isIsolated }),
    ...(fills !== undefined && { fills }),
  };
}

function readPlugin({ paths, ...plugin }: ListedPlugin): SessionPlugin {
  const pages = Object.entries(paths).flatMap(([start, names]) =>
    names.split(' ').map((name) => ({
      name,
      path: start.endsWith('/') ? start + name : start,
      titleKey: '',
      files: [],
      styles: [],
      shared: [],
    })),
  );
  return { ...plugin, files: [], entry: 0, styles: [], locales: {}, pages };
}
