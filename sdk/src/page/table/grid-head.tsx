import type { KeyboardEvent, PointerEvent } from 'react';
import type { Column } from '../list/columns.ts';
import { nextSort } from '../list/use-list.ts';
import type { List } from '../list/use-list.ts';
import { ChevronDown, ChevronUp } from '../icons.ts';
import { useKitText, usePluginText } from '../platform.ts';
import type { Layout } from './use-layout.ts';

/** The sticky head: titles that sort, edges that resize, one box that chooses the page. */
export function GridHead<Row>(props: {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  readonly isSelectable: boolean;
  readonly hasActions: boolean;
}) {
  const { list, layout } = props;
  const kit = useKitText();
  const chosen = list.rows.filter((row) => list.selection.has(list.idOf(row))).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {props.isSelectable && (
          <th scope="col" className="kp-check-cell">
            <input
              type="checkbox"
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
        {layout.columns.map((column) => (
          <HeadCell key={column.key} list={list} layout={layout} column={column} />
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

function HeadCell<Row>(props: {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  readonly column: Column<Row>;
}) {
  const { list, layout, column } = props;
  const t = usePluginText();
  const kit = useKitText();
  const title = t(`field.${column.key}`);
  const sort = list.request.sort?.field === column.key ? list.request.sort : null;
  const SortIcon = sort?.direction === 'desc' ? ChevronDown : ChevronUp;
  const ariaSort = sort === null ? 'none' : sort.direction === 'asc' ? 'ascending' : 'descending';
  const shown = (
    <>
      <span className="kp-head-title">{title}</span>
      {column.kind === 'money' && <span className="kp-muted"> KES</span>}
      {sort !== null && <SortIcon size={12} aria-hidden title={false} />}
    </>
  );
  return (
    <th
      scope="col"
      className={column.kind === 'money' ? 'kp-right' : undefined}
      aria-sort={column.isSortable ? ariaSort : undefined}
    >
      {column.isSortable ? (
        <button
          type="button"
          className="kp-sort"
          title={kit('list.sorted', { name: title })}
          onClick={() => {
            list.setSort(nextSort(list.request.sort, column.key));
          }}
        >
          {shown}
        </button>
      ) : (
        shown
      )}
      <ResizeEdge
        label={kit('columns.resize', { name: title })}
        width={column.width}
        onResize={(width) => {
          layout.resize(column.key, width);
        }}
      />
    </th>
  );
}

/** A column's right edge: dragged, or moved by the arrow keys in steps of 16 pixels. */
function ResizeEdge(props: {
  readonly label: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}) {
  const { width, onResize } = props;
  const startDrag = (down: PointerEvent<HTMLElement>): void => {
    down.preventDefault();
    const edge = down.currentTarget;
    const startX = down.clientX;
    const drag = (move: globalThis.PointerEvent): void => {
      onResize(width + move.clientX - startX);
    };
    edge.setPointerCapture(down.pointerId);
    edge.addEventListener('pointermove', drag);
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', drag);
      },
      { once: true },
    );
  };
  const step = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    event.stopPropagation();
    onResize(width + (event.key === 'ArrowRight' ? 16 : -16));
  };
  return (
    <span
      className="kp-resize"
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuenow={width}
      aria-valuemin={64}
      aria-valuemax={640}
      tabIndex={-1}
      onPointerDown={startDrag}
      onKeyDown={step}
    />
  );
}
