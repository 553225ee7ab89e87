import { DragSelectable } from '@blueprintjs/table';
import { useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent, RefObject } from 'react';
import type { Column } from '../list/columns.ts';
import type { List } from '../list/use-list.ts';
import { useKitText } from '../platform.ts';
import { GridBody } from './grid-body.tsx';
import { GridHead, PageBox } from './grid-head.tsx';
import type { RowHandlers } from './grid-row.tsx';
import type { RowGroup } from './row-groups.ts';
import { actionWidthFor, shapeOf } from './grid-shape.ts';
import type { GridShape } from './grid-shape.ts';
import type { RowAction } from './row-actions.tsx';
import { useCellRange } from './use-cell-range.ts';
import type { RangeSelection } from './use-cell-range.ts';
import { useGridFocus } from './use-grid-focus.ts';
import type { GridFocus } from './use-grid-focus.ts';
import type { Layout } from './use-layout.ts';
import { useListShortcuts } from './use-list-shortcuts.ts';
import { useRowHeight, useWindowWidth } from './use-measures.ts';

export interface GridProps<Row> {
  readonly list: List<Row>;
  readonly layout: Layout<Row>;
  readonly label: string;
  readonly nameOf: (row: Row) => string;
  readonly actions: readonly RowAction<Row>[];
  readonly isSelectable: boolean;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly group: RowGroup<Row> | undefined;
}

/** Rows as an accessible grid: sticky head, frozen columns, rows and cells walked through by keys. */
export function Grid<Row>(props: GridProps<Row>) {
  const { list, layout, isSelectable } = props;
  const kit = useKitText();
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const [said, setSaid] = useState('');
  const actionWidth = actionWidthFor(props.actions);
  const windowWidth = useWindowWidth(scroller);
  // A layout is made again with every drawing of the page; its columns are not.
  const { columns, frozenCount } = layout;
  const shape = useMemo(
    () => shapeOf({ columns, frozenCount }, { isSelectable, actionWidth }, windowWidth),
    [columns, frozenCount, isSelectable, actionWidth, windowWidth],
  );
  const rowHeight = useRowHeight(grid, layout.density);
  const { focus, range, handlers } = useGridConduct(props, { grid, scroller, shape, rowHeight, announce: setSaid });
  useListShortcuts();
  return (
    <div
      ref={scroller}
      className="kp-scroll"
      style={{
        scrollPaddingBlockStart: 36,
        scrollPaddingInline: `${shape.frozenWidth}px ${shape.actionWidth}px`,
      }}
    >
      <DragSelectable
        // Its type is of a React whose refs are never null; it looks whether this one is.
        targetRef={grid as RefObject<HTMLTableElement>}
        {...range.selectableFrom(focus.place)}
      >
        <table
          ref={grid}
          role="grid"
          className="kp-grid"
          style={{ width: shape.width }}
          aria-label={props.label}
          aria-describedby={hintId}
          aria-rowcount={list.totalIsExact ? list.total + 1 : -1}
          aria-colcount={shape.cellCount}
          aria-multiselectable={isSelectable}
          aria-busy={list.isFirstLoad || list.isRefreshing}
          onCopy={range.onCopy}
        >
          <GridColumns columns={columns} shape={shape} />
          <GridHead
            list={list}
            layout={layout}
            shape={shape}
            goTo={focus.goTo}
            announce={setSaid}
            box={(tabIndex) => <PageBox list={list} tabIndex={tabIndex} />}
          />
          <GridBody
            list={list}
            columns={layout.columns}
            shape={shape}
            scroller={scroller}
            rowHeight={rowHeight}
            place={focus.place}
            marked={range.range?.region ?? null}
            nameOf={props.nameOf}
            actions={props.actions}
            handlers={handlers}
            opens={props.onOpen !== undefined}
            group={props.group}
          />
        </table>
      </DragSelectable>
      <span id={hintId} className="kp-hidden">
        {kit('table.hint')}
      </span>
      <span className="kp-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** The widths of a grid's columns; where it is fluid they share what boxes and actions leave. */
export function GridColumns<Row>(props: {
  readonly columns: readonly Column<Row>[];
  readonly shape: GridShape;
  readonly isFluid?: boolean;
}) {
  const { isSelectable, hasActions, cells, actionWidth } = props.shape;
  return (
    <colgroup>
      {isSelectable && <col key=":box" style={{ width: cells.getColumnRect(0).width }} />}
      {/* A column that moves takes its <col> along: Chromium goes on with the old widths until its
          next layout where only the widths of two are exchanged. */}
      {props.columns.map(({ key, width }) => (
        <col key={key} style={props.isFluid === true ? undefined : { width }} />
      ))}
      {hasActions && <col key=":actions" style={{ width: actionWidth }} />}
    </colgroup>
  );
}

/** What pointer and keyboard do in a grid, with handlers that stay the same while rows scroll. */
function useGridConduct<Row>(
  props: GridProps<Row>,
  grid: {
    readonly grid: RefObject<HTMLTableElement | null>;
    readonly scroller: RefObject<HTMLElement | null>;
    readonly shape: GridShape;
    readonly rowHeight: number;
    readonly announce: (text: string) => void;
  },
) {
  const { list, onOpen } = props;
  const { shape } = grid;
  const range: RangeSelection = useCellRange({
    grid: grid.grid,
    list,
    columns: props.layout.columns,
    cellsBefore: shape.isSelectable ? 1 : 0,
    placeNow: () => focus.place,
    announce: grid.announce,
  });
  const focus: GridFocus = useGridFocus({
    grid: grid.grid,
    list,
    size: {
      rows: list.rows.length,
      columns: shape.cellCount,
      rowsInView: Math.max(1, Math.floor((grid.scroller.current?.clientHeight ?? 0) / grid.rowHeight) - 2),
    },
    onOpen,
    onExtend: range.extend,
    onLeaveRange: range.clear,
  });
  const latest: RowHandlers<Row> = {
    onFocus: focus.onFocus,
    onToggle: (row, withShift) => {
      if (withShift) list.selection.extendTo(row, list.rows);
      else list.selection.toggle(row);
    },
    onClick: (event, row) => {
      if (range.endedDrag() || onOpen === undefined || isOnControl(event)) return;
      onOpen(row);
    },
  };
  return { focus, range, handlers: useLatest(latest) };
}

/** Handlers that never change and always do what the newest ones do. */
function useLatest<Row>(handlers: RowHandlers<Row>): RowHandlers<Row> {
  const newest = useRef(handlers);
  useLayoutEffect(() => {
    newest.current = handlers;
  });
  return useState<RowHandlers<Row>>(() => ({
    onFocus: (event, row) => {
      newest.current.onFocus(event, row);
    },
    onToggle: (row, withShift) => {
      newest.current.onToggle(row, withShift);
    },
    onClick: (event, row) => {
      newest.current.onClick(event, row);
    },
  }))[0];
}

/** Clicks on a control, and clicks that end a selection of text, do not open the row. */
function isOnControl({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('button, input, a, [role="menu"]') !== null;
  return isControl || (window.getSelection()?.toString() ?? '') !== '';
}
