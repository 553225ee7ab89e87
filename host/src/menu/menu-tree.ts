import type { MenuItem } from '@kituo/sdk/contracts';
import { pathKey } from '../routing/routes.ts';

/** A menu entry that is drawn: a page, an external address, or a section with drawn children. */
export interface MenuNode {
  /** Unique in the tree and stable between sign-ins: pins and recents refer to it. */
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  /** The page's route as the plugin writes it; null for sections and external entries. */
  readonly path: string | null;
  readonly externalUrl: string | null;
  readonly children: readonly MenuNode[];
}

/**
 * Draws the menu: an entry stands only if its `perms` matches a known route, in any case, or it has
 * an external address; a section without drawn children is left out.
 *
 * @param routes lower-cased path → the route as its plugin writes it
 */
export function drawMenu(
  items: readonly MenuItem[],
  routes: ReadonlyMap<string, string>,
  parentId = '',
): readonly MenuNode[] {
  const nodes: MenuNode[] = [];
  for (const item of items) {
    const id = `${parentId}/${item.perms ?? item.externalUrl ?? item.menuName}`;
    const children = drawMenu(item.childList, routes, id);
    const path = item.perms === null ? null : (routes.get(pathKey(item.perms)) ?? null);
    const externalUrl = safeExternalUrl(item.externalUrl);
    if (path === null && externalUrl === null && children.length === 0) continue;
    nodes.push({ id, title: item.menuName, icon: item.icon, path, externalUrl, children });
  }
  return nodes;
}

/** External entries are web addresses; anything else (`javascript:`) is not drawn. */
function safeExternalUrl(address: string | null): string | null {
  if (address === null || address === '') return null;
  return /^https?:\/\//i.test(address) ? address : null;
}

/** Keeps entries whose title, or whose section's title, contains every word typed. */
export function filterMenu(nodes: readonly MenuNode[], typed: string): readonly MenuNode[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return nodes;
  return keepMatching(nodes, words, '');
}

function keepMatching(nodes: readonly MenuNode[], words: readonly string[], above: string): readonly MenuNode[] {
  return nodes.flatMap((node) => {
    const text = `${above} ${node.title.toLowerCase()}`;
    if (node.children.length === 0) {
      return words.every((word) => text.includes(word)) ? [node] : [];
    }
    const children = keepMatching(node.children, words, text);
    return children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** A leaf of the menu with the section it stands in. */
export interface MenuLeaf {
  readonly node: MenuNode;
  readonly section: string | null;
}

export function menuLeaves(nodes: readonly MenuNode[], section: string | null = null): readonly MenuLeaf[] {
  return nodes.flatMap((node) =>
    node.children.length === 0 ? [{ node, section }] : menuLeaves(node.children, section ?? node.title),
  );
}

/**
 * The address of an external entry with language and country, and with a token where one was made
 * for that address alone: never the session's own.
 */
export function externalAddress(
  address: string,
  parameters: { readonly language: string; readonly token: string | null },
): string {
  const url = new URL(address);
  if (parameters.token !== null) url.searchParams.set('token', parameters.token);
  url.searchParams.set('language', parameters.language);
  url.searchParams.set('country', 'KE');
  return url.href;
}
