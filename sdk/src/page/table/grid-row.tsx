import { memo } from 'react';
import type { CSSProperties, FocusEvent, MouseEvent } from 'react';
import { isFigure } from '../list/columns.ts';
import type { Column } from '../list/columns.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { drawCell } from './cell.tsx';
import type { GridShape } from './grid-shape.ts';
import { RowActions } from './row-actions.tsx';
import type { RowAction } from './row-actions.tsx';

/** What a row tells the grid; the object stays the same while rows are scrolled. */
export interface RowHandlers<Row> {
  readonly onFocus: (event: FocusEvent, row: number) => void;
  readonly onToggle: (row: Row, withShift: boolean) => void;
  readonly onClick: (event: MouseEvent, row: Row) => void;
}

interface GridRowProps<Row> {
  readonly row: Row;
  readonly name: string;
  /** On the page, counted from 0. */
  readonly index: number;
  /** Among all rows of the list, the head being 1. */
  readonly rowNumber: number;
  readonly columns: readonly Column<Row>[];
  readonly shape: GridShape;
  /** Columns from here on stay empty: they are out of sight, and this is the first drawing. */
  readonly filledColumns: number;
  readonly actions: readonly RowAction<Row>[];
  readonly handlers: RowHandlers<Row>;
  readonly opens: boolean;
  readonly isChosen: boolean;
  /** The keyboard stands on the row or in it. */
  readonly isActive: boolean;
  /** Which cell it stands on; null for the row as a whole. */
  readonly activeCell: number | null;
  /** The part of a marked rectangle that lies in this row, as places of columns; null outside. */
  readonly markedFrom: number | null;
  readonly markedTo: number | null;
}

/** One row. Drawn again only when something of it changed: scrolling leaves it alone. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { row, name, index, columns, shape, handlers, isChosen, isActive } = props;
  const kit = useKitText();
  const t = usePluginText();
  const texts = { t, kit };
  const tabIndex = isActive ? 0 : -1;
  const first = shape.isSelectable ? 1 : 0;
  const cellIndex = (column: number) => ({
    'aria-colindex': column + 1,
    'data-cell': column,
    tabIndex: isActive && props.activeCell === column ? 0 : -1,
  });
  return (
    <tr
      data-row={index}
      tabIndex={isActive && props.activeCell === null ? 0 : -1}
      aria-rowindex={props.rowNumber}
      aria-selected={shape.isSelectable ? isChosen : undefined}
      className={props.opens ? 'kp-opens' : undefined}
      onFocus={(event) => {
        handlers.onFocus(event, index);
      }}
      onClick={(event) => {
        handlers.onClick(event, row);
      }}
    >
      {shape.isSelectable && (
        <td className="kp-check-cell kp-frozen" {...cellIndex(0)}>
          <input
            type="checkbox"
            tabIndex={tabIndex}
            aria-label={kit('list.select', { name })}
            checked={isChosen}
            onChange={() => undefined}
            onClick={(event) => {
              handlers.onToggle(row, event.shiftKey);
            }}
          />
        </td>
      )}
      {columns.map((column, place) => {
        const Tag = place === 0 ? 'th' : 'td';
        const isMarked = isWithin(place, props.markedFrom, props.markedTo);
        return (
          <Tag
            key={column.key}
            scope={place === 0 ? 'row' : undefined}
            className={classOf(column, frozenClass(shape, place), isMarked)}
            style={place < shape.frozenCount ? frozenAt(shape, place) : undefined}
            aria-selected={isMarked ? true : undefined}
            {...cellIndex(first + place)}
          >
            {place < props.filledColumns && drawCell(column.valueOf(row), texts, true, column.width)}
          </Tag>
        );
      })}
      {shape.hasActions && (
        <td className="kp-action-cell" {...cellIndex(first + columns.length)}>
          <RowActions row={row} name={name} actions={props.actions} tabIndex={tabIndex} />
        </td>
      )}
    </tr>
  );
}

function isWithin(place: number, from: number | null, to: number | null): boolean {
  return from !== null && to !== null && place >= from && place <= to;
}

function classOf<Row>(column: Column<Row>, frozen: string, isMarked: boolean): string {
  return [isFigure(column.kind) ? 'kp-right' : '', frozen, isMarked ? 'kp-marked' : ''].join(' ');
}

/** The last of the frozen columns draws the line that the others scroll behind. */
export function frozenClass(shape: GridShape, place: number): string {
  if (place >= shape.frozenCount) return '';
  return place === shape.frozenCount - 1 ? 'kp-frozen kp-frozen-edge' : 'kp-frozen';
}

/** Where a frozen column stops while the others scroll below it. */
export function frozenAt(shape: GridShape, place: number): CSSProperties {
  return { insetInlineStart: shape.frozenAt[place] ?? 0 };
}

/** The outline of a row while the first page is on its way. */
export function SkeletonRow<Row>(props: { readonly columns: readonly Column<Row>[]; readonly shape: GridShape }) {
  return (
    <tr className="kp-skeleton" aria-hidden>
      {props.shape.isSelectable && <td className="kp-check-cell" />}
      {props.columns.map((column) => (
        <td key={column.key}>
          <span className="bp6-skeleton">{'\u00a0'.repeat(8)}</span>
        </td>
      ))}
      {props.shape.hasActions && <td className="kp-action-cell" />}
    </tr>
  );
}
