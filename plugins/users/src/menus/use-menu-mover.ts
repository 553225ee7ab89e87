import { call, useText } from '@kituo/sdk';
import { menu } from '@kituo/sdk/contracts';
import type { RequestOf } from '@kituo/sdk/contracts';
import { useSavedMove } from '@kituo/sdk/page';
import type { Tree, TreeMove, TreeMover } from '@kituo/sdk/page';
import { type MenuRow, rowsOf } from './menu-row.ts';

type Levels = RequestOf<typeof menu.reorder>['levels'];
type Standing = Pick<Tree<MenuRow>, 'roots' | 'find' | 'parentOf'>;

const numbersOf = (rows: readonly MenuRow[]): string[] => rows.map(({ menuNo }) => menuNo);

/** The levels that a move touches, each whole, as they would be. */
function levelsOf(tree: Standing, { row, target, position }: TreeMove<MenuRow>): Levels {
  const from = tree.parentOf(row.menuNo);
  const to = target === null || position === 'inside' ? target : tree.parentOf(target.menuNo);
  const without = (parent: MenuRow | null) =>
    numbersOf(parent?.childList ?? tree.roots).filter((menuNo) => menuNo !== row.menuNo);
  const there = without(to);
  const place = target === null || position === 'inside' ? -1 : there.indexOf(target.menuNo);
  const at = place < 0 ? there.length : position === 'before' ? place : place + 1;
  const arrived = { parentMenuNo: to?.menuNo ?? null, menuNos: there.toSpliced(at, 0, row.menuNo) };
  if (from?.menuNo === to?.menuNo) return [arrived];
  return [{ parentMenuNo: from?.menuNo ?? null, menuNos: without(from) }, arrived];
}

/** The move that takes a row back to where it stands now: beside a neighbour, else alone in its level. */
function wayBack(tree: Standing, { row }: TreeMove<MenuRow>): TreeMove<MenuRow> {
  const parent = tree.parentOf(row.menuNo);
  const level = parent?.childList ?? tree.roots;
  const at = level.findIndex(({ menuNo }) => menuNo === row.menuNo);
  const [above, below] = [level[at - 1], level[at + 1]];
  if (above !== undefined) return { row, target: above, position: 'after' };
  if (below !== undefined) return { row, target: below, position: 'before' };
  return { row, target: parent, position: 'inside' };
}

/** The menu as the server has it now. */
async function standingNow(): Promise<Standing> {
  const roots = rowsOf(await call(menu.tree, {}));
  const above = new Map<string, MenuRow | null>();
  const rows = new Map<string, MenuRow>();
  const add = (level: readonly MenuRow[], parent: MenuRow | null): void => {
    for (const row of level) {
      rows.set(row.menuNo, row);
      above.set(row.menuNo, parent);
      add(row.childList, row);
    }
  };
  add(roots, null);
  return { roots, find: (id) => rows.get(id) ?? null, parentOf: (id) => above.get(id) ?? null };
}

/**
 * Saves a move. Levels go whole, so an entry that a colleague added meanwhile refuses them: the same move is
 * then made once more on what stands now, and only that refusal is told (`call` does). Rejects with it.
 */
async function saveMove(tree: Standing, move: TreeMove<MenuRow>): Promise<void> {
  try {
    await call(menu.reorder, { levels: levelsOf(tree, move) }, { quiet: true });
  } catch {
    const now = await standingNow();
    const target = move.target && (now.find(move.target.menuNo) ?? move.target);
    await call(menu.reorder, { levels: levelsOf(now, { ...move, target }) });
  }
}

/** Drag, keys and alt with an arrow: each move is saved at once as one change, with Undo. */
export function useMenuMover(tree: Tree<MenuRow>, mayReorder: boolean): TreeMover<MenuRow> {
  const t = useText();
  const onMove = useSavedMove<MenuRow>(tree, {
    save: async (move) => {
      const back = wayBack(tree, move);
      await saveMove(tree, move);
      return async () => {
        await saveMove(await standingNow(), back);
      };
    },
    said: (row) => t('menus.moved', { name: row.entryName }),
  });
  return {
    isOrdered: true,
    isAllowed: () => mayReorder,
    refusalOf: ({ row, target, position }) => {
      const to = target === null || position === 'inside' ? target : tree.parentOf(target.menuNo);
      const holds = row.menuType === 'OPERATION' ? ['CATALOGUE', 'PAGE'] : ['CATALOGUE'];
      return to === null || holds.includes(to.menuType) ? null : t('menus.notBelow');
    },
    onMove,
  };
}
