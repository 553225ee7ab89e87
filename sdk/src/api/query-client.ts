import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The one cache of replies. Keys begin with the plugin's name: see `scope.queryKey`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A read that found no network is tried once more; a refusal is an answer.
      retry: (failures, cause) => failures < 1 && cause instanceof ApiError && cause.isNetwork,
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
