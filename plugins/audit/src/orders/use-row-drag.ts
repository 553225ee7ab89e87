import type { DragEvent, PointerEvent } from 'react';

const TYPE = 'application/x-kituo-orders';

/** The numbers of dragged orders; null where something else was dropped. */
export function readDragged(event: DragEvent): readonly string[] | null {
  const text = event.dataTransfer.getData(TYPE);
  return text === '' ? null : text.split(',');
}

/**
 * Lets rows of a table be dragged by their first cell: elsewhere a dragged pointer marks cells. A selected
 * row takes the other selected ones along.
 */
export function rowDrag(rows: readonly { readonly orderNo: string }[], selected: readonly string[]) {
  const rowOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      const { target } = event;
      const isHandle = target instanceof Element && target.closest('th[scope=row]') !== null;
      const row = rowOf(target);
      if (row !== null) row.draggable = isHandle;
      // The table would begin to mark cells.
      if (isHandle) event.stopPropagation();
    },
    onDragStart: (event: DragEvent) => {
      const index = Number(rowOf(event.target)?.dataset['row']);
      const orderNo = rows[index]?.orderNo;
      if (orderNo === undefined) return;
      const dragged = selected.includes(orderNo) ? selected : [orderNo];
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData(TYPE, dragged.join(','));
    },
  };
}
