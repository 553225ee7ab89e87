import type { ServerEvent } from '../../contracts/staff/bootstrap.ts';
import { mayChange, serverEvents$ } from '../../events/server-events.ts';
import { useSubscription } from '../../scope/use-plugin-scope.ts';
import type { List } from './use-list.ts';

/**
 * Reads again when the server says that something of this kind changed.
 *
 * @example useRefreshOn('change', list.refresh);
 */
export function useRefreshOn(type: ServerEvent['type'], refresh: () => void): void {
  useSubscription(serverEvents$, (event) => {
    if (mayChange(event, type)) refresh();
  });
}

/**
 * Reads a list again when something that one of its rows is about changed, told by its number: a payout that ended
 * while its row is on the screen. Of the kinds in `added`, what is not on the screen may belong there, too.
 *
 * @example useRefreshOnRows(screen.list, (row) => [row.refundNo]);
 */
export function useRefreshOnRows<Row>(
  list: Pick<List<Row>, 'rows' | 'refresh'>,
  numbersOf: (row: Row) => readonly (string | null)[],
  added: readonly string[] = [],
): void {
  useSubscription(serverEvents$, (event) => {
    if (event.type === 'missed') list.refresh();
    if (event.type !== 'changed') return;
    const changed = new Set(event.things.map(({ subjectNo }) => subjectNo));
    const isShown = (number: string | null) => number !== null && changed.has(number);
    const isAdded = event.things.some(({ subjectType }) => added.includes(subjectType));
    if (isAdded || list.rows.some((row) => numbersOf(row).some(isShown))) list.refresh();
  });
}
