import { useEffect, useRef } from 'react';
import type { Column } from '../list/columns.ts';
import type { Sorting } from '../list/use-list.ts';
import { ChevronDown } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { moveInMenu } from './row-actions.tsx';
import type { Layout } from './use-layout.ts';
import { Menu, MenuDivider, MenuItem, Popover } from '../parts/popover.tsx';

interface ColumnMenuProps<Row> {
  readonly list: Sorting;
  readonly layout: Layout<Row>;
  readonly column: Column<Row>;
  readonly place: number;
  readonly tabIndex: number;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly onMove: (to: number) => void;
}

/** What can be done with a column, in words: sort, move, freeze, hide. */
export function ColumnMenu<Row>(props: ColumnMenuProps<Row>) {
  const kit = useKitText();
  const { isOpen, setOpen } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The popover has gone with its focus; an item may have sent it elsewhere already.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      opener.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const button = (
    <button
      ref={opener}
      type="button"
      className="kp-column-menu"
      tabIndex={props.tabIndex}
      aria-label={kit('table.columnMenu')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => {
        setOpen(!isOpen);
      }}
    >
      <ChevronDown size={12} aria-hidden title={false} />
    </button>
  );
  // A popover a column would be a dozen of them; only the open one is there.
  if (!isOpen) return button;
  return (
    <Popover isOpen placement="bottom-end" onInteraction={setOpen} content={<ColumnItems {...props} />}>
      {button}
    </Popover>
  );
}

function ColumnItems<Row>(props: ColumnMenuProps<Row>) {
  const { list, layout, column, place } = props;
  const kit = useKitText();
  const isFrozen = place < layout.frozenCount;
  const isFixed = place < layout.fixedCount;
  const last = layout.columns.length - 1;
  return (
    <Menu onKeyDown={moveInMenu}>
      {column.isSortable &&
        (['asc', 'desc'] as const).map((direction) => (
          <MenuItem
            key={direction}
            text={kit(`table.sort.${direction}`)}
            disabled={list.request.sort?.field === column.key && list.request.sort.direction === direction}
            onClick={() => {
              list.setSort({ field: column.key, direction });
            }}
          />
        ))}
      {column.isSortable && <MenuDivider />}
      <MenuItem
        text={kit('table.moveLeft')}
        disabled={place <= layout.fixedCount}
        onClick={() => {
          props.onMove(place - 1);
        }}
      />
      <MenuItem
        text={kit('table.moveRight')}
        disabled={isFixed || place === last}
        onClick={() => {
          props.onMove(place + 1);
        }}
      />
      <MenuDivider />
      {place < last && (
        <MenuItem
          text={kit(isFrozen ? 'table.unfreeze' : 'table.freeze')}
          onClick={() => {
            layout.freeze(isFrozen ? place : place + 1);
          }}
        />
      )}
      <MenuItem
        text={kit('table.hide')}
        disabled={isFixed || last === 0}
        onClick={() => {
          layout.toggle(column.key);
        }}
      />
    </Menu>
  );
}
