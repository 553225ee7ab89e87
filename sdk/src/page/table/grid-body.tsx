import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Column } from '../list/columns.ts';
import type { List } from '../list/use-list.ts';
import { edgesOf } from './cell-range.ts';
import type { CellRange } from './cell-range.ts';
import type { GridPlace } from './grid-moves.ts';
import { GridRow, SkeletonRow } from './grid-row.tsx';
import type { RowHandlers } from './grid-row.tsx';
import type { GridShape } from './grid-shape.ts';
import type { RowAction } from './row-actions.tsx';
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
  readonly range: CellRange | null;
  readonly nameOf: (row: Row) => string;
  readonly actions: readonly RowAction<Row>[];
  readonly handlers: RowHandlers<Row>;
  readonly opens: boolean;
}

/** The rows in sight. Where rows are left out, a spacer of their height keeps the others in place. */
export function GridBody<Row>(props: GridBodyProps<Row>) {
  const { list, columns, shape, place } = props;
  const { rows } = list;
  const filledColumns = useFilledColumns(columns, rows.length);
  const { first, end } = useRowWindow(props.scroller, rows.length, props.rowHeight);
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
  const marked = props.range === null ? null : edgesOf(props.range);
  const spacer = (from: number, to: number): ReactNode[] =>
    to > from
      ? [<Spacer key={`to-${to}`} height={(to - from) * props.rowHeight} cells={shape.cellCount} />]
      : [];
  return (
    <tbody>
      {drawn.flatMap((index, at) => {
        const row = rows[index];
        if (row === undefined) return [];
        const isMarked = marked !== null && index >= marked.top && index <= marked.bottom;
        const id = list.idOf(row);
        return [
          ...spacer((drawn[at - 1] ?? -1) + 1, index),
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
            markedFrom={isMarked ? marked.left : null}
            markedTo={isMarked ? marked.right : null}
          />,
        ];
      })}
      {spacer((drawn.at(-1) ?? -1) + 1, rows.length)}
    </tbody>
  );
}

/** Of a long list, the first rows come sooner when the columns out of sight are filled a frame later. */
function useFilledColumns<Row>(columns: readonly Column<Row>[], rowCount: number): number {
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
  if (isWhole || !isLong) return columns.length;
  let start = 0;
  const inSight = columns.filter(({ width }) => {
    const isInSight = start < window.innerWidth;
    start += width;
    return isInSight;
  });
  return inSight.length;
}

function Spacer(props: { readonly height: number; readonly cells: number }) {
  return (
    <tr className="kp-spacer" aria-hidden>
      <td colSpan={props.cells} style={{ height: props.height }} />
    </tr>
  );
}
