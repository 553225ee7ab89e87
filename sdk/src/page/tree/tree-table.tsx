import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { isFigure } from '../list/columns.ts';
import type { Column } from '../list/columns.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { ListEmpty, ListFailed } from '../table/list-states.tsx';
import type { RowAction } from '../table/row-actions.tsx';
import { useNarrow } from '../table/use-narrow.ts';
import { MovingBar } from './moving-bar.tsx';
import { TreeLine } from './tree-line.tsx';
import type { TreeRename } from './use-rename.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useTreeMove } from './use-tree-move.ts';
import type { TreeMover } from './use-tree-move.ts';
import type { Tree } from './use-tree.ts';

const CHECK_WIDTH = 40;
const ACTION_WIDTH = 108;
const SKELETON_ROWS = 8;

export interface TreeTableProps<Row> {
  readonly tree: Tree<Row>;
  /** The first stands indented and is what F2 renames. */
  readonly columns: readonly Column<Row>[];
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
    <div className="kp-table">
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
  const { tree, isSelectable = false, rename, mover } = props;
  const isNarrow = useNarrow();
  const table = useRef<HTMLTableElement>(null);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const moving = useTreeMove(tree, mover);
  const keys = useTreeKeys(table, tree, {
    onOpen: props.onOpen,
    onRename: rename && ((row) => rename.isAllowed(row.row) && setRenamedId(row.id)),
    isSelectable,
    moving,
  });
  const columns = isNarrow ? props.columns.slice(0, 1) : props.columns;
  const hasActions = (props.rowActions ?? []).length > 0;
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (isSelectable ? CHECK_WIDTH : 0) +
    (hasActions ? ACTION_WIDTH : 0);
  return (
    <>
      <div className="kp-scroll">
        <table
          ref={table}
          role="treegrid"
          className={isSelectable ? 'kp-grid kp-grid-selectable kp-tree' : 'kp-grid kp-tree'}
          style={isNarrow ? { width: '100%' } : { width }}
          aria-label={props.label}
          aria-multiselectable={isSelectable}
          aria-busy={tree.isFirstLoad || tree.isRefreshing}
          onKeyDown={keys.onKeyDown}
        >
          <colgroup>
            {isSelectable && <col style={{ width: CHECK_WIDTH }} />}
            {columns.map((column) => (
              <col key={column.key} style={isNarrow ? undefined : { width: column.width }} />
            ))}
            {hasActions && <col style={{ width: ACTION_WIDTH }} />}
          </colgroup>
          <TreeHead {...{ columns, isSelectable, hasActions }} />
          <tbody>
            {tree.isFirstLoad
              ? Array.from({ length: SKELETON_ROWS }, (_unused, index) => (
                  <SkeletonLine key={index} {...{ columns, isSelectable, hasActions }} />
                ))
              : tree.rows.map((row) => (
                  <TreeLine
                    key={row.id}
                    {...{ tree, row, columns, isSelectable, moving }}
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
      </div>
      {moving.moving !== null && (
        <MovingBar
          tree={tree}
          moving={moving}
          nameOf={props.nameOf}
          isOrdered={mover?.isOrdered === true}
        />
      )}
    </>
  );
}

interface Drawn<Row> {
  readonly columns: readonly Column<Row>[];
  readonly isSelectable: boolean;
  readonly hasActions: boolean;
}

function TreeHead<Row>(props: Drawn<Row>) {
  const t = usePluginText();
  const kit = useKitText();
  return (
    <thead>
      <tr>
        {props.isSelectable && (
          <th scope="col" className="kp-check-cell">
            <span className="kp-hidden">{kit('list.selectColumn')}</span>
          </th>
        )}
        {props.columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={isFigure(column.kind) ? 'kp-right' : undefined}
          >
            <span className="kp-head-title">{t(`field.${column.key}`)}</span>
          </th>
        ))}
        {props.hasActions && (
          <th scope="col" className="kp-action-cell">
            {kit('list.actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}

function SkeletonLine<Row>(props: Drawn<Row>) {
  return (
    <tr className="kp-skeleton" aria-hidden>
      {props.isSelectable && <td className="kp-check-cell" />}
      {props.columns.map((column) => (
        <td key={column.key}>
          <span className="bp6-skeleton">{'\u00a0'.repeat(8)}</span>
        </td>
      ))}
      {props.hasActions && <td className="kp-action-cell" />}
    </tr>
  );
}
