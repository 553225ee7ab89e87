import type { MouseEvent } from 'react';
import { isFigure, titleOf } from '../list/columns.ts';
import type { CellValue, Column } from '../list/columns.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { Cell } from '../table/cell.tsx';
import { frozenAt, frozenClass } from '../table/grid-row.tsx';
import type { GridShape } from '../table/grid-shape.ts';
import { RowActions } from '../table/row-actions.tsx';
import type { RowAction } from '../table/row-actions.tsx';
import { TreeName } from './tree-name.tsx';
import type { TreeRow } from './tree-shape.ts';
import type { TreeRename } from './use-rename.ts';
import type { TreeMoving } from './use-tree-move.ts';
import type { Tree } from './use-tree.ts';

interface LineProps<Row> {
  readonly tree: Tree<Row>;
  readonly row: TreeRow<Row>;
  readonly columns: readonly Column<Row>[];
  /** Said in a second line below the name, in a narrow window. */
  readonly below: readonly Column<Row>[];
  readonly shape: GridShape;
  /** Among the rows in sight, the head being 1. */
  readonly rowNumber: number;
  readonly name: string;
  readonly actions: readonly RowAction<Row>[];
  readonly isActive: boolean;
  readonly isMovable: boolean;
  readonly moving: TreeMoving<Row>;
  readonly rename: TreeRename<Row> | null;
  readonly onRenamed: () => void;
  readonly onFocus: (id: string) => void;
  readonly onOpen: ((row: Row) => void) | undefined;
}

/** One row of a tree table. */
export function TreeLine<Row>(props: LineProps<Row>) {
  const { tree, row, name, shape, isActive, moving, onOpen } = props;
  const { isSelectable } = shape;
  const first = isSelectable ? 1 : 0;
  const kit = useKitText();
  const t = usePluginText();
  const tabIndex = isActive ? 0 : -1;
  const isChosen = tree.selection.has(row.id);
  return (
    <tr
      data-id={row.id}
      tabIndex={tabIndex}
      aria-rowindex={props.rowNumber}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      aria-selected={isSelectable ? isChosen : undefined}
      className={classOf(props)}
      draggable={props.isMovable}
      onFocus={() => {
        props.onFocus(row.id);
      }}
      onClick={(event) => {
        if (onOpen && !isOnControl(event)) onOpen(row.row);
      }}
      onDragStart={(event) => {
        moving.drag.start(event, row);
      }}
      onDragOver={(event) => {
        moving.drag.over(event, row);
      }}
      onDrop={(event) => {
        moving.drag.drop(event, row);
      }}
      onDragEnd={moving.drag.end}
    >
      {isSelectable && (
        <td className="kp-check-cell kp-frozen" aria-colindex={1}>
          <input
            type="checkbox"
            tabIndex={tabIndex}
            aria-label={kit('list.select', { name })}
            checked={isChosen}
            onChange={() => {
              tree.selection.toggle(row.row);
            }}
          />
        </td>
      )}
      {props.columns.map((column, place) => {
        const Tag = place === 0 ? 'th' : 'td';
        const isFrozen = place < shape.frozenCount;
        return (
          <Tag
            key={column.key}
            scope={place === 0 ? 'row' : undefined}
            className={`${isFigure(column.kind) ? 'kp-right ' : ''}${frozenClass(shape, place)}`}
            style={isFrozen ? frozenAt(shape, place) : undefined}
            aria-colindex={first + place + 1}
            data-cell={first + place}
          >
            {place > 0 ? (
              <Cell value={column.valueOf(row.row)} isInTable />
            ) : (
              <TreeName
                row={row}
                name={name}
                rename={props.rename}
                onRenamed={props.onRenamed}
                onToggle={() => {
                  tree.setExpanded([row.id], !row.isExpanded);
                }}
              >
                <Cell value={column.valueOf(row.row)} isInTable />
                {props.below.length > 0 && (
                  <small className="kp-tree-below">
                    {props.below.map((each) => (
                      <span key={each.key} title={t(titleOf(each))}>
                        {saysLittle(each.kind) && `${t(titleOf(each))} `}
                        <Cell value={each.valueOf(row.row)} isInTable />
                      </span>
                    ))}
                  </small>
                )}
              </TreeName>
            )}
          </Tag>
        );
      })}
      {props.actions.length > 0 && (
        <td className="kp-action-cell" aria-colindex={shape.cellCount}>
          <RowActions row={row.row} name={name} actions={props.actions} tabIndex={tabIndex} />
        </td>
      )}
    </tr>
  );
}

/** Without its title nobody knows what a number, a yes or a no is of; the rest says so itself, and has little room. */
const saysLittle = (kind: CellValue['kind']): boolean => isFigure(kind) || kind === 'flag';

function classOf<Row>(props: LineProps<Row>): string {
  const { row, moving } = props;
  const names = props.onOpen === undefined ? [] : ['kp-opens'];
  if (row.isMatch) names.push('kp-tree-match');
  if (moving.moving?.id === row.id) names.push('kp-tree-picked');
  if (moving.over?.id === row.id) {
    names.push(moving.refusal === null ? `kp-tree-${moving.over.position}` : 'kp-tree-refused');
  }
  return names.join(' ');
}

/** Clicks on a control, and clicks that end a selection of text, do not open the row. */
function isOnControl({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('button, input, a, [role="menu"]') !== null;
  return isControl || (window.getSelection()?.toString() ?? '') !== '';
}
