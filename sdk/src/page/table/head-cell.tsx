import { useState } from 'react';
import { isFigure, titleOf } from '../list/columns.ts';
import type { Column } from '../list/columns.ts';
import type { Sorting } from '../list/use-list.ts';
import { ChevronDown, ChevronUp } from '../icons.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { ColumnMenu } from './column-menu.tsx';
import { fittingWidth } from './fitting-width.ts';
import { frozenAt, frozenClass } from './grid-row.tsx';
import type { GridShape } from './grid-shape.ts';
import { ResizeEdge } from './resize-edge.tsx';
import type { ColumnDrag } from './use-column-drag.ts';
import type { Layout } from './use-layout.ts';

interface HeadCellProps<Row> {
  readonly list: Sorting;
  readonly layout: Layout<Row>;
  readonly shape: GridShape;
  readonly column: Column<Row>;
  /** Among the drawn columns. */
  readonly place: number;
  /** Among the cells of a row. */
  readonly cell: number;
  readonly tabIndex: number;
  readonly drag: ColumnDrag;
  readonly onSort: () => void;
  readonly onMove: (to: number) => void;
}

/** A column's title: a click sorts, a drag moves, the edge resizes, the menu has all of it in words. */
export function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { list, layout, shape, column, place, drag } = props;
  const t = usePluginText();
  const kit = useKitText();
  // A menu a column is two dozen buttons nobody requested: it comes with the pointer or the focus.
  const [isNear, setNear] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const title = t(titleOf(column));
  const sort = list.request.sort?.field === column.key ? list.request.sort : null;
  const ariaSort = sort === null ? 'none' : sort.direction === 'asc' ? 'ascending' : 'descending';
  const SortIcon = sort?.direction === 'desc' ? ChevronDown : ChevronUp;
  const shown = (
    <>
      <span className="kp-head-title">{title}</span>
      {column.kind === 'money' && <span className="kp-muted"> KES</span>}
      {sort !== null && <SortIcon size={12} aria-hidden title={false} />}
    </>
  );
  const isFrozen = place < shape.frozenCount;
  return (
    <th
      scope="col"
      data-cell={props.cell}
      data-column={column.key}
      className={classOf(isFigure(column.kind), frozenClass(shape, place), dropSide(drag, column.key, place))}
      style={isFrozen ? frozenAt(shape, place) : undefined}
      aria-colindex={props.cell + 1}
      aria-sort={column.isSortable ? ariaSort : undefined}
      tabIndex={column.isSortable ? undefined : props.tabIndex}
      onPointerEnter={() => {
        setNear(true);
      }}
      onPointerLeave={(event) => {
        setNear(event.currentTarget.contains(document.activeElement));
      }}
      onFocus={() => {
        setNear(true);
      }}
      onBlur={(event) => {
        setNear(event.currentTarget.contains(event.relatedTarget));
      }}
      onClickCapture={drag.onClickCapture}
    >
      {column.isSortable ? (
        <button
          type="button"
          className="kp-sort"
          tabIndex={props.tabIndex}
          title={kit('list.sorted', { name: title })}
          onClick={props.onSort}
        >
          {shown}
        </button>
      ) : (
        shown
      )}
      {(isNear || isMenuOpen) && (
        <ColumnMenu
          list={list}
          layout={layout}
          column={column}
          place={place}
          tabIndex={props.tabIndex}
          isOpen={isMenuOpen}
          setOpen={setMenuOpen}
          onMove={props.onMove}
        />
      )}
      <ResizeEdge
        label={kit('columns.resize', { name: title })}
        width={column.width}
        onResize={(width) => {
          layout.resize(column.key, width);
        }}
        onFit={(edge) => {
          layout.resize(column.key, fittingWidth(edge.closest('table'), props.cell));
        }}
      />
    </th>
  );
}

/** On which side of this column the dragged one would land. */
function dropSide(drag: ColumnDrag, key: string, place: number): 'before' | 'after' | 'none' {
  if (drag.now === null || drag.now.key === key) return 'none';
  const { to, from } = drag.now;
  if (to === from) return 'none';
  if (to < from) return place === to ? 'before' : 'none';
  return place === to ? 'after' : 'none';
}

function classOf(isAtEnd: boolean, frozen: string, drop: 'before' | 'after' | 'none'): string {
  return [isAtEnd ? 'kp-right' : '', frozen, drop === 'none' ? '' : `kp-drop-${drop}`].join(' ');
}
