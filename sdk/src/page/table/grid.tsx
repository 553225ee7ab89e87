import { useRef } from 'react';
import type { ClipboardEvent, MouseEvent } from 'react';
import type { Column } from '../list/columns.ts';
import type { List } from '../list/use-list.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { Cell, textOfCell } from './cell.tsx';
import { GridHead } from './grid-head.tsx';
import { RowActions } from './row-actions.tsx';
import type { RowAction } from './row-actions.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import type { Layout } from './use-layout.ts';

export interface GridProps<Row> {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  readonly label: string;
  readonly nameOf: (row: Row) => string;
  readonly actions: readonly RowAction<Row>[];
  readonly isSelectable: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
}

const CHECK_WIDTH = 40;
const ACTION_WIDTH = 108;
const SKELETON_ROWS = 12;

/** A page of rows as an accessible grid: sticky head, frozen first column, rows moved through by keys. */
export function Grid<Row>(props: GridProps<Row>) {
  const { list, layout, isSelectable } = props;
  const grid = useRef<HTMLTableElement>(null);
  const keys = useGridKeys(grid, list, props.onOpen);
  const hasActions = props.actions.length > 0;
  const { columns } = layout;
  const copyRows = useCopyRows(list, columns, keys.activeIndex);
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (isSelectable ? CHECK_WIDTH : 0) +
    (hasActions ? ACTION_WIDTH : 0);
  return (
    <table
      ref={grid}
      role="grid"
      className={isSelectable ? 'kp-grid kp-grid-selectable' : 'kp-grid'}
      style={{ width }}
      aria-label={props.label}
      aria-rowcount={list.totalIsExact ? list.total + 1 : -1}
      aria-colcount={columns.length + (isSelectable ? 1 : 0) + (hasActions ? 1 : 0)}
      aria-multiselectable={isSelectable}
      aria-busy={list.isFirstLoad || list.isRefreshing}
      onCopy={copyRows}
    >
      <colgroup>
        {isSelectable && <col style={{ width: CHECK_WIDTH }} />}
        {columns.map((column) => (
          <col key={column.key} style={{ width: column.width }} />
        ))}
        {hasActions && <col style={{ width: ACTION_WIDTH }} />}
      </colgroup>
      <GridHead list={list} layout={layout} isSelectable={isSelectable} hasActions={hasActions} />
      <tbody>
        {list.isFirstLoad
          ? Array.from({ length: SKELETON_ROWS }, (_unused, index) => (
              <SkeletonRow key={index} columns={columns} {...{ isSelectable, hasActions }} />
            ))
          : list.rows.map((row, index) => (
              <GridRow
                key={list.idOf(row)}
                {...props}
                row={row}
                columns={columns}
                index={index}
                rowNumber={(list.state.page - 1) * list.state.pageSize + index + 2}
                isActive={index === keys.activeIndex}
                isChosen={list.selection.has(list.idOf(row))}
                onFocus={keys.setActive}
              />
            ))}
      </tbody>
    </table>
  );
}

/** Copies the selected rows of the page, or the one the keyboard stands on, as a spreadsheet takes them. */
function useCopyRows<Row>(
  list: List<Row>,
  columns: readonly Column<Row>[],
  activeIndex: number,
): (event: ClipboardEvent) => void {
  const t = usePluginText();
  const kit = useKitText();
  return (event) => {
    if ((window.getSelection()?.toString() ?? '') !== '') return;
    const chosen = list.rows.filter((row) => list.selection.has(list.idOf(row)));
    const active = list.rows[activeIndex];
    const rows = chosen.length > 0 ? chosen : active === undefined ? [] : [active];
    if (rows.length === 0) return;
    const lines = rows.map((row) =>
      columns.map((column) => textOfCell(column.valueOf(row), { t, kit })).join('\t'),
    );
    event.clipboardData.setData('text/plain', lines.join('\n'));
    event.preventDefault();
  };
}

function GridRow<Row>(
  props: GridProps<Row> & {
    readonly row: Row;
    readonly columns: readonly Column<Row>[];
    readonly index: number;
    readonly rowNumber: number;
    readonly isActive: boolean;
    readonly isChosen: boolean;
    readonly onFocus: (index: number) => void;
  },
) {
  const { list, row, columns, isActive, isChosen, isSelectable, onOpen } = props;
  const kit = useKitText();
  const name = props.nameOf(row);
  const tabIndex = isActive ? 0 : -1;
  const choose = (event: MouseEvent): void => {
    if (event.shiftKey) list.selection.extendTo(row, list.rows);
    else list.selection.toggle(row);
  };
  return (
    <tr
      tabIndex={tabIndex}
      aria-rowindex={props.rowNumber}
      aria-selected={isSelectable ? isChosen : undefined}
      className={onOpen ? 'kp-opens' : undefined}
      onFocus={() => {
        props.onFocus(props.index);
      }}
      onClick={(event) => {
        if (onOpen && !isOnControl(event.target)) onOpen(row);
      }}
    >
      {isSelectable && (
        <td className="kp-check-cell">
          <input
            type="checkbox"
            tabIndex={tabIndex}
            aria-label={kit('list.select', { name })}
            checked={isChosen}
            onChange={() => undefined}
            onClick={choose}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <GridCell key={column.key} column={column} row={row} isHead={place === 0} />
      ))}
      {props.actions.length > 0 && (
        <td className="kp-action-cell">
          <RowActions row={row} name={name} actions={props.actions} tabIndex={tabIndex} />
        </td>
      )}
    </tr>
  );
}

function GridCell<Row>(props: {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isHead: boolean;
}) {
  const { column, row, isHead } = props;
  const className = column.kind === 'money' ? 'kp-right' : undefined;
  const shown = <Cell value={column.valueOf(row)} isInTable />;
  return isHead ? (
    <th scope="row" className={className}>
      {shown}
    </th>
  ) : (
    <td className={className}>{shown}</td>
  );
}

/** Clicks on a control, and clicks that end a selection of text, do not open the row. */
function isOnControl(target: EventTarget): boolean {
  const isControl =
    target instanceof Element && target.closest('button, input, a, [role="menu"]') !== null;
  return isControl || (window.getSelection()?.toString() ?? '') !== '';
}

function SkeletonRow<Row>(props: {
  readonly columns: readonly Column<Row>[];
  readonly isSelectable: boolean;
  readonly hasActions: boolean;
}) {
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
