import { usePluginScope } from '@kituo/sdk';
import type { List } from '@kituo/sdk/page';
import { useEffect, useEffectEvent } from 'react';
import type { WarningActions } from './use-warning-actions.ts';
import type { WarningRow } from './warning-row.ts';

/** Which row of the list the keyboard stands on; -1 for none. */
function rowInFocus(): number {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-row]');
  return Number(row?.dataset['row'] ?? -1);
}

/** `e` takes the next step with the row that `j` and `k` led to: take it on, then resolve it. */
export function useWarningKeys(list: List<WarningRow>, actions: WarningActions): void {
  const scope = usePluginScope();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = list.rows[rowInFocus()];
    if (row === undefined) return;
    const next = [actions.acknowledge, actions.resolve].find((action) => action.isAllowed(row));
    if (next === undefined) return;
    event.preventDefault();
    next.open(row);
  });
  useEffect(
    () =>
      scope.listen(document, 'keydown', (event) => {
        if (event instanceof KeyboardEvent) press(event);
      }),
    [scope],
  );
}
