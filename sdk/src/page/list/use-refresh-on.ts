import type { ServerEvent } from '../../contracts/staff/bootstrap.ts';
import { mayChange, serverEvents$ } from '../../events/server-events.ts';
import { useSubscription } from '../../scope/use-plugin-scope.ts';

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
