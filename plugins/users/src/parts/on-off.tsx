import { useText } from '@kituo/sdk';
import type { Translate } from '@kituo/sdk';
import { ActionButton, defineDictionary, onRow } from '@kituo/sdk/page';
import type { Action, RowAction } from '@kituo/sdk/page';

export const MENU_STATE = defineDictionary('MENU_STATE', { ENABLED: 'good', DISABLED: 'waiting' });

/** Something that is offered to people or not: an entry of a menu, of a dictionary. */
interface Switched {
  readonly enabled: boolean;
  readonly allowedActions: readonly string[];
}

/** Rows to offer no longer, or again. */
export interface StateRequest<Row> {
  readonly rows: readonly Row[];
  readonly enabled: boolean;
}

const STATES = [true, false] as const;
const keyOf = (enabled: boolean) => (enabled ? 'enable' : 'disable');

/** Enable and disable on a row: the one of the two that changes something. */
export function onOff<Row extends Switched>(action: Action<StateRequest<Row>>, t: Translate): RowAction<Row>[] {
  return STATES.map((enabled) => {
    const request = (row: Row) => ({ rows: [row], enabled });
    const one = onRow<Row, StateRequest<Row>>(action, 'state', request, t(`menus.${keyOf(enabled)}`));
    return {
      ...one,
      name: keyOf(enabled),
      isAllowed: (row) => one.isAllowed(row) && row.enabled !== enabled,
    };
  });
}

/** Enable and disable for the selected rows that allow it. */
export function OnOffBatch<Row extends Switched>(props: {
  readonly action: Action<StateRequest<Row>>;
  readonly chosen: ReadonlyMap<string, Row>;
}) {
  const t = useText();
  const rows = [...props.chosen.values()].filter((row) => row.allowedActions.includes('state'));
  return STATES.map((enabled) => {
    const action: RowAction<StateRequest<Row>> = {
      ...props.action,
      label: t(`menus.${keyOf(enabled)}`),
      isAllowed: () => rows.length > 0,
    };
    return <ActionButton key={String(enabled)} action={action} subject={{ rows, enabled }} />;
  });
}
