import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Endpoint, ReplyOf, RequestOf } from '../contracts/endpoint.ts';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import { call } from './call.ts';
import { takeFirstReply } from './first-replies.ts';

/** How a query is kept. */
export interface UseEndpointOptions {
  /** False waits. Default true. */
  readonly enabled?: boolean;
  /** True leaves the last reply standing while another request loads. Default false. */
  readonly keepPrevious?: boolean;
  /** Milliseconds a reply counts as fresh; 15000 unless said otherwise. */
  readonly staleTime?: number;
  /** True counts the call in the loading overlay. Default false: the component draws its own state. */
  readonly showLoading?: boolean;
}

/**
 * Reads a query endpoint in a component; the reply is cached for the plugin and goes with it.
 * Errors are in the result, not in a toast: the component draws them (see `Failed`).
 *
 * @example const tiles = useEndpoint(home.summary, {});
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  options: UseEndpointOptions = {},
): UseQueryResult<ReplyOf<E>, Error> {
  const scope = usePluginScope();
  return useQuery<ReplyOf<E>>({
    queryKey: scope.queryKey(endpoint.name, request),
    queryFn: ({ signal }) =>
      call(endpoint, request, { signal, quiet: true, showLoading: options.showLoading ?? false }),
    enabled: options.enabled ?? true,
    ...(options.enabled !== false && { initialData: () => takeFirstReply(endpoint, request) }),
    ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
    ...(options.keepPrevious === true && { placeholderData: keepPreviousData }),
  });
}
