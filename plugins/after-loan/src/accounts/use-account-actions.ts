import type { change, Endpoint } from '@kituo/sdk/contracts';
import { useAction } from '@kituo/sdk/page';
import type { Refreshed } from '../parts/refreshed.ts';

export interface StateValues extends Record<string, unknown> {
  readonly reason: string;
}
/** An account as both pages have it. */
export interface AccountRow {
  readonly accountId: string;
  readonly accountName: string;
  readonly allowedActions: readonly string[];
}

/** Disable at once, enable with an approval. */
export function useStateActions<Row extends AccountRow>(
  endpoint: Endpoint,
  waitsIn: change.ChangeFamilyEndpoints,
  list: Refreshed,
) {
  const facts = (row: Row) => ({ name: row.accountName });
  const shared = { endpoint, list: { refresh: list.refresh }, waitsIn, facts };
  const disable = useAction<Endpoint, Row, StateValues>({
    ...shared,
    name: 'accountDisable',
    request: ({ accountId }, { reason }) => ({ accountId, enabled: false, reason }),
    isDangerous: true,
  });
  const enable = useAction<Endpoint, Row, StateValues>({
    ...shared,
    name: 'accountEnable',
    request: ({ accountId }, { reason }) => ({ accountId, enabled: true, reason }),
  });
  return { disable, enable };
}
