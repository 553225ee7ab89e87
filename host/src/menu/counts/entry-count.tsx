import { useValue } from '@kituo/sdk';
import type { EntryCountProps } from '../menu-parts.tsx';
import type { MenuNode } from '../menu-tree.ts';
import { menuCounts$ } from './menu-counts.ts';
import { useCountText } from './texts.ts';

function sumOf({ path, children }: MenuNode, counts: ReadonlyMap<string, number>): number {
  return children.reduce((sum, child) => sum + sumOf(child, counts), counts.get(path ?? '') ?? 0);
}

/** What waits behind an entry, or behind all entries of a section. Nothing where nothing does. */
export function EntryCount({ node }: EntryCountProps) {
  const t = useCountText();
  const count = sumOf(node, useValue(menuCounts$));
  if (count === 0) return null;
  return (
    <span className="k-badge k-badge-calm" title={t('waiting', { count })}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="k-hidden">, {t('waiting', { count })}</span>
    </span>
  );
}

export { watchMenuCounts } from './menu-counts.ts';
