import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { detail } from '../../contracts/platform/job.contract.ts';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { serverEvents$ } from '../../events/server-events.ts';
import { afterEvent, isLiveJob } from '../../jobs/own-jobs.ts';
import { usePluginScope, useSubscription } from '../../scope/use-plugin-scope.ts';
import { session$ } from '../../session/session-store.ts';
import { useValue } from '../../state/store.ts';

/** A live job is read again so often, in milliseconds: how many failed, and what a lost event would have said. */
const LOOK_MS = 3_000;

/** One job as it stands now: read once, then moved on by the server's events. Null reads nothing. */
export function useJob(jobNo: string | null): {
  readonly job: JobRow | null;
  readonly error: ApiError | null;
} {
  const scope = usePluginScope();
  const { language } = useValue(session$);
  const queryKey = scope.queryKey('job', jobNo, language);
  const reply = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => call(detail, { jobNo: jobNo ?? '' }, { signal, showLoading: false, quiet: true }),
      enabled: jobNo !== null,
      gcTime: 0,
      refetchInterval: ({ state }) => (state.data !== undefined && isLiveJob(state.data) ? LOOK_MS : false),
    },
    queryClient,
  );
  useSubscription(serverEvents$, (event) => {
    if (event.type === 'missed' && jobNo !== null) void queryClient.invalidateQueries({ queryKey });
    if (event.type !== 'job' || event.jobNo !== jobNo) return;
    const row = queryClient.getQueryData<JobRow>(queryKey);
    const after = row && afterEvent(row, event);
    if (after) queryClient.setQueryData<JobRow>(queryKey, after);
    else void queryClient.invalidateQueries({ queryKey });
  });
  return {
    job: jobNo === null ? null : (reply.data ?? null),
    error: reply.error instanceof ApiError ? reply.error : null,
  };
}
