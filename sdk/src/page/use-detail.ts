import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { takeFirstReply } from '../api/first-replies.ts';
import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import type { Endpoint, ReplyOf, RequestOf } from '../contracts/endpoint.ts';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import { session$ } from '../session/session-store.ts';
import { useValue } from '../state/store.ts';
import { readAgain } from './read-again.ts';

/** One thing, read by its key. */
export interface Detail<Data> {
  readonly data: Data | null;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
  refresh(): void;
}

/**
 * Reads one thing; a null request reads nothing. What was read for another request is never shown.
 *
 * @example const detail = useDetail(user.getUpdateUserInfo, openRow && { userNo: openRow.userNo });
 */
export function useDetail<E extends Endpoint>(endpoint: E, request: RequestOf<E> | null): Detail<ReplyOf<E>> {
  const scope = usePluginScope();
  const { language } = useValue(session$);
  const queryKey = scope.queryKey('detail', endpoint.name, language, request);
  // Kept here: a query that nobody watches yet is forgotten as soon as its first drawing pauses, and its reply is given once.
  const [first] = useState(() => ({
    asked: JSON.stringify(queryKey),
    at: Date.now(),
    reply: request === null ? undefined : takeFirstReply(endpoint, request),
  }));
  const reply = useQuery<ReplyOf<E>>(
    {
      queryKey,
      queryFn: ({ signal }) => {
        if (request === null) throw new TypeError(`${endpoint.name}: nothing was asked for`);
        return call(endpoint, request, { signal, showLoading: false, quiet: true });
      },
      initialData: () => (first.asked === JSON.stringify(queryKey) ? first.reply : undefined),
      initialDataUpdatedAt: first.at,
      enabled: request !== null,
      gcTime: 0,
    },
    queryClient,
  );
  return {
    data: request === null ? null : (reply.data ?? null),
    isLoading: request !== null && reply.isPending,
    error: reply.error instanceof ApiError ? reply.error : null,
    refresh: () => {
      readAgain({ queryKey, exact: true });
    },
  };
}

/** Facts that are known without asking: for confirmations that look nothing up. */
export function known<Data>(data: Data): Detail<Data> {
  return { data, isLoading: false, error: null, refresh: () => undefined };
}
