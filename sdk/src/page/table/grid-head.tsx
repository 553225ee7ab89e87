import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { nextSort } from '../list/use-list.ts';
import type { List } from '../list/use-list.ts';
import { useKitText, usePluginText } from '../platform.ts';
import type { GridPlace } from './grid-moves.ts';
import type { GridShape } from './grid-shape.ts';
import { HeadCell } from './head-cell.tsx';
import { useColumnDrag } from './use-column-drag.ts';
import type { Layout } from './use-layout.ts';

const WIDTH_STEP = 16;

export interface GridHeadProps<Row> {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  readonly shape: GridShape;
  readonly goTo: (place: GridPlace) => void;
  readonly announce: (text: string) => void;
}

/**
 * The sticky head: titles that sort, edges that resize, one box that chooses the page. It is one stop of
 * Tab; arrows walk it, Shift and an arrow move a column, plus and minus change its width.
 */
export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { list, layout, shape } = props;
  const kit = useKitText();
  const t = usePluginText();
  const [active, setActive] = useState(shape.isSelectable ? 1 : 0);
  const first = shape.isSelectable ? 1 : 0;
  const chosen = list.rows.filter((row) => list.selection.has(list.idOf(row))).length;
  const moveColumn = (key: string, place: number): void => {
    const bounded = Math.max(0, Math.min(layout.columns.length - 1, place));
    layout.moveTo(key, bounded);
    setActive(first + bounded);
    props.goTo({ row: -1, column: first + bounded });
    props.announce(
      kit('table.moved', { name: t(`field.${key}`), place: bounded + 1, count: layout.columns.length }), // prettier-ignore
    );
  };
  const drag = useColumnDrag(moveColumn);
  const press = (event: KeyboardEvent): void => {
    // What opens from the head is not in it: its keys are its own.
    if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    const at = Number(event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell']);
    const column = layout.columns[at - first];
    const go = (cell: number): void => {
      const bounded = Math.max(0, Math.min(shape.cellCount - 1, cell));
      setActive(bounded);
      props.goTo({ row: -1, column: bounded });
    };
    const by = event.key === 'ArrowRight' ? 1 : -1;
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        if (event.shiftKey && column !== undefined) moveColumn(column.key, at - first + by);
        else go(at + by);
        break;
      case 'Home':
        go(0);
        break;
      case 'End':
        go(shape.cellCount - 1);
        break;
      case 'ArrowDown':
        props.goTo({ row: 0, column: at });
        break;
      case '+':
      case '-':
        if (column === undefined) return;
        layout.resize(column.key, column.width + (event.key === '+' ? WIDTH_STEP : -WIDTH_STEP));
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = (cell: number) => (active === cell ? 0 : -1);
  return (
    <thead>
      <tr
        aria-rowindex={1}
        onKeyDown={press}
        onFocus={(event) => {
          const cell = event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
          if (cell !== undefined) setActive(Number(cell));
        }}
      >
        {shape.isSelectable && (
          <th scope="col" className="kp-check-cell kp-frozen" data-cell={0} aria-colindex={1}>
            <input
              type="checkbox"
              tabIndex={stop(0)}
              aria-label={kit('list.selectAll')}
              checked={chosen > 0 && chosen === list.rows.length}
              ref={(box) => {
                if (box) box.indeterminate = chosen > 0 && chosen < list.rows.length;
              }}
              onChange={() => {
                list.selection.toggleAll(list.rows);
              }}
            />
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
            tabIndex={stop(first + place)}
            drag={drag}
            onSort={() => {
              list.setSort(nextSort(list.request.sort, column.key));
            }}
            onMove={(to) => {
              moveColumn(column.key, to);
            }}
          />
        ))}
        {shape.hasActions && (
          <th
            scope="col"
            className="kp-action-cell"
            data-cell={shape.cellCount - 1}
            aria-colindex={shape.cellCount}
            tabIndex={stop(shape.cellCount - 1)}
          >
            {kit('list.actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}
