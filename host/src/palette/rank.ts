import type { MenuLeaf } from '../menu/menu-tree.ts';

/**
 * Pages that match what was typed, best first: the title's beginning, a word's beginning, the initials
 * (`um` finds "User management"), anywhere in title, section or path. Nothing typed: recent ones first.
 */
export function rankLeaves(leaves: readonly MenuLeaf[], typed: string, recent: readonly string[]): readonly MenuLeaf[] {
  const query = typed.trim().toLowerCase();
  const age = (leaf: MenuLeaf) => {
    const at = leaf.node.path === null ? -1 : recent.indexOf(leaf.node.path);
    return at < 0 ? recent.length : at;
  };
  return leaves
    .map((leaf, order) => ({ leaf, order, score: query === '' ? 1 : scoreOf(leaf, query) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || age(a.leaf) - age(b.leaf) || a.order - b.order)
    .map(({ leaf }) => leaf);
}

function scoreOf({ node, section }: MenuLeaf, query: string): number {
  const title = node.title.toLowerCase();
  const words = title.split(/\s+/);
  if (title.startsWith(query)) return 5;
  if (words.some((word) => word.startsWith(query))) return 4;
  if (
    words
      .map((word) => word.charAt(0))
      .join('')
      .startsWith(query)
  )
    return 3;
  const text = `${section ?? ''} ${title} ${node.path ?? ''}`.toLowerCase();
  return query.split(/\s+/).every((part) => text.includes(part)) ? 2 : 0;
}
