import { call, usePluginScope, useText } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import type { RequestOf } from '@kituo/sdk/contracts';
import type { Tree, TreeMove, TreeMover } from '@kituo/sdk/page';
import type { MenuRow } from './menu-row.ts';

/** How long Undo is offered, in milliseconds. */
const UNDO_MS = 10_000;

type Levels = RequestOf<typeof menu.reorder>['levels'];

const numbersOf = (rows: readonly MenuRow[]): string[] => rows.map(({ menuNo }) => menuNo);

/** The levels that a move touches, each whole, as they would be and as they are. */
export function levelsOf(
  tree: Pick<Tree<MenuRow>, 'roots' | 'parentOf'>,
  { row, target, position }: TreeMove<MenuRow>,
): { readonly then: Levels; readonly now: Levels } {
  const from = tree.parentOf(row.menuNo);
  const to = target === null || position === 'inside' ? target : tree.parentOf(target.menuNo);
  const standing = (parent: MenuRow | null) => numbersOf(parent?.childList ?? tree.roots);
  const without = standing(to).filter((menuNo) => menuNo !== row.menuNo);
  const place = target === null || position === 'inside' ? -1 : without.indexOf(target.menuNo);
  const at = place < 0 ? without.length : position === 'before' ? place : place + 1;
  const arrived = {
    parentMenuNo: to?.menuNo ?? null,
    menuNos: without.toSpliced(at, 0, row.menuNo),
  };
  const levelNow = (parent: MenuRow | null) => ({
    parentMenuNo: parent?.menuNo ?? null,
    menuNos: standing(parent),
  });
  if (from?.menuNo === to?.menuNo) return { then: [arrived], now: [levelNow(to)] };
  const left = {
    parentMenuNo: from?.menuNo ?? null,
    menuNos: standing(from).filter((menuNo) => menuNo !== row.menuNo),
  };
  return { then: [left, arrived], now: [levelNow(from), levelNow(to)] };
}

/** Drag, keys and alt with an arrow: each move is saved at once as one change, with Undo. */
export function useMenuMover(tree: Tree<MenuRow>, mayReorder: boolean): TreeMover<MenuRow> {
  const t = useText();
  const scope = usePluginScope();
  const save = async (move: TreeMove<MenuRow>): Promise<void> => {
    const { then, now } = levelsOf(tree, move);
    try {
      await call(menu.reorder, { levels: then });
    } catch {
      // `call` has said why; what stands is read again.
      tree.refresh();
      return;
    }
    tree.refresh();
    scope.toast.success(t('menus.moved', { name: move.row.entryName }), {
      durationMs: UNDO_MS,
      action: {
        text: t('menus.undo'),
        onClick: () => {
          void call(menu.reorder, { levels: now }).then(tree.refresh, tree.refresh);
        },
      },
    });
  };
  return {
    isOrdered: true,
    isAllowed: () => mayReorder,
    refusalOf: ({ row, target, position }) => {
      const to = target === null || position === 'inside' ? target : tree.parentOf(target.menuNo);
      const holds = row.menuType === 'OPERATION' ? ['CATALOGUE', 'PAGE'] : ['CATALOGUE'];
      return to === null || holds.includes(to.menuType) ? null : t('menus.notBelow');
    },
    onMove: (move) => {
      void save(move);
    },
  };
}
