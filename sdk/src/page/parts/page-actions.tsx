import { Button } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { More, Plus } from '../icons.ts';
import { useKitText } from '../platform.ts';
import { ActionMenu } from '../table/row-actions.tsx';
import type { RowAction } from '../table/row-actions.tsx';
import { ActionButton } from './action-button.tsx';
import { Popover } from './popover.tsx';

/** Something a page does without a row. */
export interface PageAction extends RowAction<null> {
  readonly icon?: ReactElement;
}

/** How many stand as buttons of their own. */
const IN_SIGHT = 2;

/**
 * What a page can do: the first as its primary button at the right, the second beside it; the others, and
 * whatever is grave, in the page's menu. Nothing of what the person may not do.
 */
export function PageActions(props: { readonly actions: readonly PageAction[] }) {
  const kit = useKitText();
  const allowed = props.actions.filter((action) => action.isAllowed(null));
  const inSight = allowed.filter(({ isDangerous }) => !isDangerous).slice(0, IN_SIGHT);
  const others = allowed.filter((action) => !inSight.includes(action));
  return (
    <>
      {others.length > 0 && (
        <Popover placement="bottom-end" content={<ActionMenu row={null} actions={others} />}>
          <Button variant="minimal" aria-label={kit('page.moreActions')} icon={<More aria-hidden title={false} />} />
        </Popover>
      )}
      {inSight.toReversed().map((action) => (
        <ActionButton
          key={action.name}
          action={action}
          subject={null}
          isPrimary={action === props.actions[0]}
          {...iconOf(action)}
        />
      ))}
    </>
  );
}

/** What makes something new is drawn alike on every page: its name ends in `Add`. */
function iconOf({ icon, name }: PageAction): { readonly icon?: ReactElement } {
  const shown = icon ?? (name.endsWith('Add') ? <Plus aria-hidden title={false} /> : undefined);
  return shown === undefined ? {} : { icon: shown };
}

/**
 * An action as a page offers it, for what it starts with.
 *
 * @example pageActions={[onPage(add, { copyOf: null }, <PlusIcon aria-hidden title={false} />)]}
 */
export function onPage<Subject>(action: RowAction<Subject>, subject: Subject, icon?: ReactElement): PageAction {
  const { name, label, isDangerous } = action;
  return {
    name,
    label,
    isDangerous,
    isAllowed: () => action.isAllowed(subject),
    open: () => {
      action.open(subject);
    },
    ...(icon && { icon }),
  };
}
