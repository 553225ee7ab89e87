import { listBootstrap } from '@kituo/sdk/contracts';
import type { Bootstrap, ListedBootstrap, SessionPlugin } from '@kituo/sdk/contracts';

/**
 * The bootstrap as a document carries it: menus, rights and paths whole, file lists of the opened page's
 * plugin alone, and of its texts those of that page. Lists of hashes do not compress and weigh more
 * than all the rest; the host reads those of the others once the first page stands.
 */
export function listedBootstrap(
  boot: Bootstrap,
  opened: { readonly plugin: SessionPlugin; readonly page: { readonly name: string } } | null,
): ListedBootstrap {
  const plugins = boot.registry.plugins.map((plugin) =>
    opened !== null && plugin.name === opened.plugin.name
      ? withTextsOf(plugin, opened.page.name)
      : { ...plugin, files: [] },
  );
  return listBootstrap({ ...boot, registry: { ...boot.registry, plugins } });
}

/** Of the texts, which stand last among the files, those of one page. Another page takes those of all until then. */
function withTextsOf(plugin: SessionPlugin, opened: string): SessionPlugin {
  const parts = [...plugin.pages, ...(plugin.fills ?? [])];
  const first = Math.min(plugin.files.length, ...parts.flatMap(({ texts = {} }) => Object.values(texts)));
  const files = plugin.files.slice(0, first);
  const cut = <Part extends SessionPlugin['pages'][number] | NonNullable<SessionPlugin['fills']>[number]>(
    part: Part,
  ) => {
    const { texts, ...rest } = part;
    if (texts === undefined || part.name !== opened) return rest;
    const moved = Object.entries(texts).map(([code, index]) => [code, files.push(plugin.files[index] ?? '') - 1]);
    return { ...rest, texts: Object.fromEntries(moved) };
  };
  const pages = plugin.pages.map(cut);
  return { ...plugin, ...(plugin.fills && { fills: plugin.fills.map(cut) }), files, pages };
}
