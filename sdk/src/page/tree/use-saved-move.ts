import { ApiError } from '../../api/api-error.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { announce } from '../action/undo.ts';
import { useKitText } from '../platform.ts';
import type { TreeMove } from './tree-shape.ts';
import type { Tree } from './use-tree.ts';

/**
 * Saves a move as soon as it is made and offers Undo in its toast; the tree is read again either way.
 *
 * @example onMove: useSavedMove(tree, { save, said: ({ name }) => t('menus.moved', { name }) })
 */
export function useSavedMove<Row>(
  tree: Pick<Tree<Row>, 'refresh'>,
  options: {
    /** Carries it out and answers the way back, as things stood before. */
    readonly save: (move: TreeMove<Row>) => Promise<() => Promise<unknown>>;
    readonly said: (row: Row) => string;
  },
): (move: TreeMove<Row>) => void {
  const kit = useKitText();
  const scope = usePluginScope();
  const run = async (move: TreeMove<Row>): Promise<void> => {
    try {
      const undo = await options.save(move);
      announce({ scope, kit }, options.said(move.row), { undo, refresh: tree.refresh });
    } catch (cause) {
      // `call` has said what was refused.
      if (!(cause instanceof ApiError)) throw cause;
    } finally {
      tree.refresh();
    }
  };
  return (move) => {
    void run(move);
  };
}
