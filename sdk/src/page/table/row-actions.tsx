import { Button } from '@blueprintjs/core';
import type { KeyboardEvent } from 'react';
import type { Action } from '../action/use-action.ts';
import { lateForm } from '../form/late-form.ts';
import { More } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { Menu, MenuItem, Popover } from '../parts/popover.tsx';

/** An action as a row draws it: what it does with its values is its form's business. */
export type RowAction<Row> = Pick<Action<Row, never>, 'name' | 'label' | 'isDangerous' | 'isAllowed' | 'open'>;

/** What a row allows: the first as a button, the others in a menu. Nothing where nothing is allowed. */
export function RowActions<Row>(props: {
  readonly row: Row;
  /** What the row is called, for screen readers. */
  readonly name: string;
  readonly actions: readonly RowAction<Row>[];
  readonly tabIndex?: number;
}) {
  const { row, name, tabIndex = 0 } = props;
  const kit = useKitText();
  const [main, ...others] = props.actions.filter((action) => action.isAllowed(row));
  if (main === undefined) return null;
  return (
    <div className="kp-row-actions">
      <Button
        size="small"
        tabIndex={tabIndex}
        aria-label={`${main.label}: ${name}`}
        text={main.label}
        onPointerEnter={lateForm.warm}
        onFocus={lateForm.warm}
        onClick={() => {
          main.open(row);
        }}
      />
      {others.length > 0 && (
        <Popover placement="bottom-end" content={<ActionMenu row={row} actions={others} />}>
          <Button
            size="small"
            variant="minimal"
            tabIndex={tabIndex}
            aria-label={kit('list.moreActions', { name })}
            icon={<More aria-hidden title={false} />}
          />
        </Popover>
      )}
    </div>
  );
}

export function ActionMenu<Row>(props: { readonly row: Row; readonly actions: readonly RowAction<Row>[] }) {
  return (
    <Menu onKeyDown={moveInMenu}>
      {props.actions.map((action) => (
        <MenuItem
          key={action.name}
          text={action.label}
          intent={action.isDangerous ? 'danger' : 'none'}
          onClick={() => {
            action.open(props.row);
          }}
        />
      ))}
    </Menu>
  );
}

/** Arrow keys, Home and End move through a menu, as its role promises. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const present = items.findIndex((item) => item === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (present + 1) % items.length,
    ArrowUp: (present - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items[target]?.focus();
}
