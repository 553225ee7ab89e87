import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { filter as savedFilter, saveFilter } from '../../contracts/platform/view.contract.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { useKitText } from '../platform.ts';
import { personalIdOf, withPersonalId } from './list-address.ts';
import type { WantedAddress } from './use-wanted-address.ts';
import { isOwnId, isServerId, readPersonal, rememberPersonal } from './personal-filters.ts';

/**
 * Brings the personal filters of an address from the server, and takes new ones there. True while those
 * of the address are on their way: without them a list would show everybody.
 */
export function usePersonalFilters(listName: string, address: WantedAddress): boolean {
  const scope = usePluginScope();
  const kit = useKitText();
  const id = personalIdOf(address.query);
  const isUnknown = id !== null && isServerId(id) && readPersonal(id) === null;
  const { status } = useQuery(
    {
      queryKey: scope.queryKey('filter', id),
      queryFn: async ({ signal }) => {
        if (id === null) return null;
        const kept = await call(savedFilter, { filterId: id }, { signal, showLoading: false, quiet: true });
        rememberPersonal(id, kept.filters);
        return id;
      },
      enabled: isUnknown,
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const hasFailed = isUnknown && status === 'error';
  const sayLost = useEffectEvent(() => {
    scope.toast.warning(kit('filter.lost'));
  });
  useEffect(() => {
    if (hasFailed) sayLost();
  }, [hasFailed]);

  const takeOver = useEffectEvent((ownId: string, serverId: string) => {
    const personal = readPersonal(ownId);
    if (personal === null) return;
    rememberPersonal(serverId, personal);
    if (personalIdOf(address.wanted()) === ownId) address.go((wanted) => withPersonalId(wanted, serverId));
  });
  const keep = useEffectEvent(async (ownId: string) => {
    const filters = readPersonal(ownId);
    if (filters === null) return;
    const { filterId } = await call(
      saveFilter,
      { page: address.path, list: listName, filters: { ...filters } },
      { showLoading: false, quiet: true },
    );
    takeOver(ownId, filterId);
  });
  useEffect(() => {
    if (id === null || !isOwnId(id)) return;
    // Where the server cannot keep them, they go on working in this tab.
    keep(id).catch(() => undefined);
  }, [id]);
  return isUnknown && !hasFailed;
}
