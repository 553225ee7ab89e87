import { Draggable } from '@blueprintjs/table';
import type { ReactNode } from 'react';
import { nextSort } from '../list/use-list.ts';
import type { List, Sorting } from '../list/use-list.ts';
import { useKitText } from '../platform.ts';
import type { GridPlace } from './grid-moves.ts';
import type { GridShape } from './grid-shape.ts';
import { HeadCell } from './head-cell.tsx';
import { useColumnDrag } from './use-column-drag.ts';
import { useHeadKeys } from './use-head-keys.ts';
import type { Layout } from './use-layout.ts';

interface GridHeadProps<Row> {
  readonly list: Sorting;
  readonly layout: Layout<Row>;
  readonly shape: GridShape;
  readonly goTo: (place: GridPlace) => void;
  readonly announce: (text: string) => void;
  /** What is above the boxes that choose rows. */
  readonly box: (tabIndex: 0 | -1) => ReactNode;
}

/**
 * The sticky head: titles that sort, edges that resize, one box that chooses the page. It is one stop of
 * Tab; arrows walk it, Shift and an arrow move a column, plus and minus change its width.
 */
export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { list, layout, shape } = props;
  const kit = useKitText();
  const keys = useHeadKeys(props);
  const drag = useColumnDrag(keys.moveColumn);
  const first = shape.isSelectable ? 1 : 0;
  const last = shape.cellCount - 1;
  return (
    <thead>
      <Draggable {...drag.handlers}>
        <tr aria-rowindex={1} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          {shape.isSelectable && (
            <th scope="col" className="kp-check-cell kp-frozen" data-cell={0} aria-colindex={1}>
              {props.box(keys.tabIndexOf(0))}
            </th>
          )}
          {layout.columns.map((column, place) => (
            <HeadCell
              key={column.key}
              list={list}
              layout={layout}
              shape={shape}
              column={column}
              place={place}
              cell={first + place}
              tabIndex={keys.tabIndexOf(first + place)}
              drag={drag}
              onSort={() => {
                list.setSort(nextSort(list.request.sort, column.key));
              }}
              onMove={(to) => {
                keys.moveColumn(column.key, to);
              }}
            />
          ))}
          {shape.hasActions && (
            <th
              scope="col"
              className="kp-action-cell"
              data-cell={last}
              aria-colindex={shape.cellCount}
              tabIndex={keys.tabIndexOf(last)}
            >
              {kit('list.actions')}
            </th>
          )}
        </tr>
      </Draggable>
    </thead>
  );
}

/** Chooses or frees the rows of the page; half-way where only some are chosen. */
export function PageBox<Row>(props: { readonly list: List<Row>; readonly tabIndex: 0 | -1 }) {
  const { list } = props;
  const kit = useKitText();
  const chosen = list.rows.filter((row) => list.selection.has(list.idOf(row))).length;
  return (
    <input
      type="checkbox"
      tabIndex={props.tabIndex}
      aria-label={kit('list.selectAll')}
      checked={chosen > 0 && chosen === list.rows.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < list.rows.length;
      }}
      onChange={() => {
        list.selection.toggleAll(list.rows);
      }}
    />
  );
}
