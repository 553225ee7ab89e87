import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useKitText } from '../platform.ts';
import { GridHead } from '../table/grid-head.tsx';
import type { GridPlace } from '../table/grid-moves.ts';
import { SkeletonRow } from '../table/grid-row.tsx';
import { actionWidthFor, shapeOf } from '../table/grid-shape.ts';
import type { GridShape } from '../table/grid-shape.ts';
import { GridColumns } from '../table/grid.tsx';
import { ListEmpty, ListFailed } from '../table/list-states.tsx';
import type { RowAction } from '../table/row-actions.tsx';
import { headAt } from '../table/use-grid-focus.ts';
import type { Layout } from '../table/use-layout.ts';
import { useTreeShortcuts } from '../table/use-list-shortcuts.ts';
import { useWindowWidth } from '../table/use-measures.ts';
import { useNarrow } from '../table/use-narrow.ts';
import { MovingBar } from './moving-bar.tsx';
import { TreeLine } from './tree-line.tsx';
import type { TreeRename } from './use-rename.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import type { TreeKeys } from './use-tree-keys.ts';
import { useTreeMove } from './use-tree-move.ts';
import type { TreeMover } from './use-tree-move.ts';
import type { Tree } from './use-tree.ts';

const SKELETON_ROWS = 8;
/** How many columns stand below a name where there is room for one beside another. */
const BELOW_NAME = 2;

export interface TreeTableProps<Row> {
  readonly tree: Tree<Row>;
  /** With `fixed: 1`: the first column stands indented and is what F2 renames. */
  readonly layout: Layout<Row>;
  readonly label: string;
  readonly nameOf: (row: Row) => string;
  readonly rowActions?: readonly RowAction<Row>[];
  readonly rename?: TreeRename<Row>;
  readonly mover?: TreeMover<Row>;
  readonly isSelectable?: boolean;
  /** Opens a row beside the tree: a click, or Enter. */
  readonly onOpen?: (row: Row) => void;
  readonly emptyText?: string;
  readonly emptyAction?: ReactNode;
}

/** A tree as a table, in each of its states. */
export function TreeTable<Row>(props: TreeTableProps<Row>) {
  const { tree } = props;
  const kit = useKitText();
  const isEmpty = !tree.isFirstLoad && tree.error === null && tree.rows.length === 0;
  return (
    <div className="kp-table" data-density={props.layout.density ?? undefined}>
      <div
        className={tree.isRefreshing ? 'kp-refresh kp-refresh-on' : 'kp-refresh'}
        role="progressbar"
        aria-label={kit('list.refreshing')}
        aria-hidden={!tree.isRefreshing}
      />
      {tree.error !== null ? (
        <ListFailed error={tree.error} onRetry={tree.refresh} />
      ) : isEmpty ? (
        <ListEmpty
          isFiltered={tree.isFiltered}
          onClear={tree.clearFilters}
          text={props.emptyText}
          action={props.emptyAction}
        />
      ) : (
        <TreeGrid {...props} />
      )}
    </div>
  );
}

function TreeGrid<Row>(props: TreeTableProps<Row>) {
  const { tree, layout, isSelectable = false, rename, mover } = props;
  const isNarrow = useNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [said, setSaid] = useState('');
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const moving = useTreeMove(tree, mover);
  const keys = useTreeKeys(table, tree, {
    onOpen: props.onOpen,
    onRename: rename && ((row) => rename.isAllowed(row.row) && setRenamedId(row.id)),
    isSelectable,
    moving,
  });
  const goTo = useGoTo(table, tree, keys);
  const columns = isNarrow ? layout.columns.slice(0, 1) : layout.columns;
  const below = isNarrow ? layout.columns.slice(1, 1 + BELOW_NAME) : [];
  const frozenCount = isNarrow ? 0 : layout.frozenCount;
  const actionWidth = actionWidthFor(props.rowActions ?? []);
  const shape = shapeOf({ columns, frozenCount }, { isSelectable, actionWidth }, useWindowWidth(scroller));
  useTreeShortcuts({
    open: props.onOpen !== undefined,
    select: isSelectable,
    rename: rename !== undefined,
    pick: mover !== undefined,
    step: mover?.isOrdered === true,
  });
  return (
    <>
      <div ref={scroller} className="kp-scroll" style={aroundOf(shape)}>
        <table
          ref={table}
          role="treegrid"
          className={isSelectable ? 'kp-grid kp-grid-selectable kp-tree' : 'kp-grid kp-tree'}
          style={isNarrow ? { width: '100%' } : { width: shape.width }}
          aria-label={props.label}
          aria-multiselectable={isSelectable}
          aria-busy={tree.isFirstLoad || tree.isRefreshing}
          onKeyDown={keys.onKeyDown}
        >
          <GridColumns columns={columns} shape={shape} isFluid={isNarrow} />
          <GridHead
            list={{ request: tree.request, setSort: () => undefined }}
            layout={{ ...layout, columns }}
            shape={shape}
            goTo={goTo}
            announce={setSaid}
            box={() => <BoxTitle />}
          />
          <tbody>
            {tree.isFirstLoad
              ? Array.from({ length: SKELETON_ROWS }, (_unused, index) => (
                  <SkeletonRow key={index} columns={columns} shape={shape} />
                ))
              : tree.rows.map((row, index) => (
                  <TreeLine
                    key={row.id}
                    tree={tree}
                    row={row}
                    columns={columns}
                    below={below}
                    shape={shape}
                    moving={moving}
                    rowNumber={index + 2}
                    name={props.nameOf(row.row)}
                    actions={props.rowActions ?? []}
                    isActive={row.id === keys.activeId}
                    isMovable={mover?.isAllowed(row.row) === true && renamedId === null}
                    rename={row.id === renamedId ? (rename ?? null) : null}
                    onRenamed={() => {
                      setRenamedId(null);
                      keys.focus(row.id);
                    }}
                    onFocus={keys.setActive}
                    onOpen={props.onOpen}
                  />
                ))}
          </tbody>
        </table>
        <span className="kp-hidden" role="status">
          {said}
        </span>
      </div>
      {moving.moving !== null && (
        <MovingBar tree={tree} moving={moving} nameOf={props.nameOf} isOrdered={mover?.isOrdered === true} />
      )}
    </>
  );
}

/** What stays in sight around the rows, so that a row the keyboard goes to is not behind it. */
const aroundOf = ({ frozenWidth, actionWidth }: GridShape) => ({
  scrollPaddingBlockStart: 36,
  scrollPaddingInline: `${frozenWidth}px ${actionWidth}px`,
});

/** From the head's keys: to another of its cells, or down to the rows. */
function useGoTo<Row>(
  table: RefObject<HTMLTableElement | null>,
  tree: Tree<Row>,
  keys: TreeKeys,
): (place: GridPlace) => void {
  const [headed, setHeaded] = useState<{ readonly cell: number } | null>(null);
  // A column that moved is drawn in its new place before the focus follows.
  useLayoutEffect(() => {
    if (headed !== null && table.current !== null) headAt(table.current, headed.cell)?.focus();
  }, [headed, table]);
  return ({ row, column }) => {
    const first = tree.rows[0];
    if (row < 0) setHeaded({ cell: column ?? 0 });
    else if (first !== undefined) keys.focus(first.id);
  };
}

function BoxTitle() {
  const kit = useKitText();
  return <span className="kp-hidden">{kit('list.selectColumn')}</span>;
}
