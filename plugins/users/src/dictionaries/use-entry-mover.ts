import { call, useText } from '@kituo/sdk';
import { dictionary } from '@kituo/sdk/contracts';
import { useSavedMove } from '@kituo/sdk/page';
import type { Tree, TreeMove, TreeMover } from '@kituo/sdk/page';
import type { EntryRow } from './entry-row.ts';

/** The order of a level after a move within it. */
export function orderAfter(level: readonly EntryRow[], { row, target, position }: TreeMove<EntryRow>): number[] {
  const others = level.map(({ id }) => id).filter((id) => id !== row.id);
  const place = target === null ? others.length : others.indexOf(target.id);
  return others.toSpliced(position === 'after' ? place + 1 : place, 0, row.id);
}

/** Entries change their order within their level, by drag and by keys, each move saved at once with Undo. */
export function useEntryMover(tree: Tree<EntryRow>, mayReorder: boolean): TreeMover<EntryRow> {
  const t = useText();
  const levelOf = (row: EntryRow) => tree.parentOf(String(row.id))?.childList ?? tree.roots;
  const onMove = useSavedMove<EntryRow>(tree, {
    save: async (move) => {
      const { dictType, parentId } = move.row;
      const level = levelOf(move.row);
      const put = (ids: number[]) => call(dictionary.reorder, { dictType, parentId, ids });
      await put(orderAfter(level, move));
      return () => put(level.map(({ id }) => id));
    },
    said: ({ dictKey }) => t('menus.moved', { name: dictKey }),
  });
  return {
    isOrdered: true,
    isAllowed: () => mayReorder,
    refusalOf: ({ row, target, position }) =>
      target !== null && position !== 'inside' && target.parentId === row.parentId ? null : t('dictionary.sameLevel'),
    onMove,
  };
}
