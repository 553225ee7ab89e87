import { call, usePluginScope, useText } from '@kituo/sdk';
import { dictionary } from '@kituo/sdk/contracts';
import type { Tree, TreeMove, TreeMover } from '@kituo/sdk/page';
import type { EntryRow } from './entry-row.ts';

/** How long Undo is offered, in milliseconds. */
const UNDO_MS = 10_000;

/** The order of a level after a move within it. */
export function orderAfter(
  level: readonly EntryRow[],
  { row, target, position }: TreeMove<EntryRow>,
): number[] {
  const others = level.map(({ id }) => id).filter((id) => id !== row.id);
  const place = target === null ? others.length : others.indexOf(target.id);
  return others.toSpliced(position === 'after' ? place + 1 : place, 0, row.id);
}

/** Entries change their order within their level, by drag and by keys, each move saved at once with Undo. */
export function useEntryMover(tree: Tree<EntryRow>, mayReorder: boolean): TreeMover<EntryRow> {
  const t = useText();
  const scope = usePluginScope();
  const levelOf = (row: EntryRow) => tree.parentOf(String(row.id))?.childList ?? tree.roots;
  const save = async (move: TreeMove<EntryRow>): Promise<void> => {
    const { dictType, parentId, dictKey } = move.row;
    const level = levelOf(move.row);
    const put = (ids: number[]) => call(dictionary.reorder, { dictType, parentId, ids });
    try {
      await put(orderAfter(level, move));
    } catch {
      // `call` has said why; what stands is read again.
      tree.refresh();
      return;
    }
    tree.refresh();
    scope.toast.success(t('menus.moved', { name: dictKey }), {
      durationMs: UNDO_MS,
      action: {
        text: t('menus.undo'),
        onClick: () => {
          void put(level.map(({ id }) => id)).then(tree.refresh, tree.refresh);
        },
      },
    });
  };
  return {
    isOrdered: true,
    isAllowed: () => mayReorder,
    refusalOf: ({ row, target, position }) =>
      target !== null && position !== 'inside' && target.parentId === row.parentId
        ? null
        : t('dictionary.sameLevel'),
    onMove: (move) => {
      void save(move);
    },
  };
}
