import { Rect } from '@blueprintjs/table';
import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Column } from '../list/columns.ts';
import type { List } from '../list/use-list.ts';
import { colsIn } from './cell-range.ts';
import type { CellRegion } from './cell-range.ts';
import type { GridPlace } from './grid-moves.ts';
import { GridRow, SkeletonRow } from './grid-row.tsx';
import type { RowHandlers } from './grid-row.tsx';
import type { GridShape } from './grid-shape.ts';
import type { RowAction } from './row-actions.tsx';
import { beginsGroup } from './row-groups.ts';
import type { RowGroup } from './row-groups.ts';
import { ALL_UP_TO, useRowWindow } from './use-row-window.ts';

const SKELETON_ROWS = 12;
/** Past the first painting of the rows. */
const FILLED_AFTER_MS = 50;

interface GridBodyProps<Row> {
  readonly list: List<Row>;
  readonly columns: readonly Column<Row>[];
  readonly shape: GridShape;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  readonly place: GridPlace;
  /** The marked rectangle. */
  readonly marked: CellRegion | null;
  readonly nameOf: (row: Row) => string;
  readonly actions: readonly RowAction<Row>[];
  readonly handlers: RowHandlers<Row>;
  readonly opens: boolean;
  readonly group: RowGroup<Row> | undefined;
}

/** The rows in sight. Where rows are left out, a spacer of their height keeps the others in place. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { list, columns, shape, place } = props;
  const { rows } = list;
  const filledColumns = useFilledColumns(columns.length, shape, rows.length);
  const { first, end, heightOf } = useRowWindow(props.scroller, rows.length, props.rowHeight);
  if (list.isFirstLoad) {
    return (
      <tbody>
        {Array.from({ length: SKELETON_ROWS }, (_unused, index) => (
          <SkeletonRow key={index} columns={columns} shape={shape} />
        ))}
      </tbody>
    );
  }
  const drawn: number[] = [];
  for (let index = first; index < end; index += 1) drawn.push(index);
  // The row the keyboard stands on is drawn wherever it is, so that its focus is never lost.
  const active = place.row;
  if (active >= 0 && active < first) drawn.unshift(active);
  if (active >= end && active < rows.length) drawn.push(active);
  const before = (list.state.page - 1) * list.state.pageSize;
  const spacer = (from: number, to: number): ReactNode[] =>
    to > from ? [<Spacer key={`to-${to}`} height={heightOf(from, to)} cells={shape.cellCount} />] : [];
  return (
    <tbody>
      {drawn.flatMap((index, at) => {
        const row = rows[index];
        if (row === undefined) return [];
        const marked = colsIn(props.marked, index);
        const id = list.idOf(row);
        return [
          ...spacer((drawn[at - 1] ?? -1) + 1, index),
          // Rows that are left out are all of one height: a list that long has no headings.
          ...(rows.length <= ALL_UP_TO && props.group && beginsGroup(props.group, rows, index)
            ? [<GroupRow key={`group-${id}`} title={props.group.titleOf(row)} cells={shape.cellCount} />]
            : []),
          <GridRow
            key={id}
            row={row}
            name={props.nameOf(row)}
            index={index}
            rowNumber={before + index + 2}
            columns={columns}
            shape={shape}
            filledColumns={filledColumns}
            actions={props.actions}
            handlers={props.handlers}
            opens={props.opens}
            isChosen={list.selection.has(id)}
            isActive={index === active}
            activeCell={index === active ? place.column : null}
            markedFrom={marked?.[0] ?? null}
            markedTo={marked?.[1] ?? null}
          />,
        ];
      })}
      {spacer((drawn.at(-1) ?? -1) + 1, rows.length)}
    </tbody>
  );
}

/** Of a long list, the first rows come sooner when the columns out of sight are filled a frame later. */
function useFilledColumns(columnCount: number, shape: GridShape, rowCount: number): number {
  const isLong = rowCount > ALL_UP_TO;
  const [isWhole, setWhole] = useState(!isLong);
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => {
      setWhole(true);
    }, FILLED_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isWhole]);
  if (isWhole || !isLong) return columnCount;
  const inSight = new Rect(0, 0, window.innerWidth, 0);
  const { columnIndexEnd } = shape.cells.getColumnIndicesInRect(inSight, false, 0);
  return columnIndexEnd + (shape.isSelectable ? 0 : 1);
}

function GroupRow(props: { readonly title: ReactNode; readonly cells: number }) {
  return (
    <tr className="kp-group">
      <th scope="rowgroup" colSpan={props.cells}>
        <span>{props.title}</span>
      </th>
    </tr>
  );
}

function Spacer(props: { readonly height: number; readonly cells: number }) {
  return (
    <tr className="kp-spacer" aria-hidden>
      <td colSpan={props.cells} style={{ height: props.height }} />
    </tr>
  );
}
