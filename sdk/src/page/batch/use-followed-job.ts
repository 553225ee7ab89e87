import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { cancel, page, retry } from '../../contracts/job.contract.ts';
import type { JobRow } from '../../contracts/job.contract.ts';
import { usePluginScope } from '../../scope/use-plugin-scope.ts';
import { readText, writeText } from '../../state/browser-storage.ts';
import { isLiveStatus, useJob } from './use-job.ts';

const STORE_PREFIX = 'kituo.job.';

/** The job of a page's batch, import or export: one a kind, found again after a reload. */
export interface FollowedJob {
  /** Null where none was started. */
  readonly job: JobRow | null;
  readonly isLive: boolean;
  /** Whether its panel is open; closed, a strip stands for it. */
  readonly isShown: boolean;
  /** A cancellation or a retry is being sent. */
  readonly isPending: boolean;
  show(): void;
  hide(): void;
  /** Follows a job that was just started. */
  follow(jobNo: string, options?: { readonly isShown?: boolean }): void;
  /** Forgets a job that is over. */
  dismiss(): void;
  /** What is done stays done, the rest is left. */
  cancel(): void;
  /** A new job with what failed or was left; it is followed from then on. */
  retry(): void;
}

/** The caller's jobs that wait or run; asked for once a page, whatever it follows. */
function useLiveJobs(isWanted: boolean): readonly JobRow[] {
  const scope = usePluginScope();
  const reply = useQuery(
    {
      queryKey: scope.queryKey('liveJobs'),
      queryFn: ({ signal }) =>
        call(
          page,
          { filters: { isLive: true }, page: 1, pageSize: 20, sort: null },
          { signal, showLoading: false, quiet: true },
        ),
      enabled: isWanted,
      staleTime: 10_000,
    },
    queryClient,
  );
  return reply.data?.rows ?? [];
}

/**
 * Follows the job of one kind: the one started here, else one this tab followed before a reload, else one
 * that still runs. `onEnd` is called once, when a job ends that was seen running.
 */
export function useFollowedJob(options: {
  readonly kind: string;
  /** False asks for nothing: the person may not start such jobs. */
  readonly isPermitted: boolean;
  readonly onEnd: (job: JobRow) => void;
}): FollowedJob {
  const { kind } = options;
  const storeKey = STORE_PREFIX + kind;
  const [held, setHeld] = useState<string | null>(() => readText('session', storeKey));
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const { isPending, send } = useSending();
  const live = useLiveJobs(options.isPermitted && held === null);
  const found = live.find((one) => one.kind === kind && one.jobNo !== dismissed)?.jobNo ?? null;
  const { job, error } = useJob(options.isPermitted ? (held ?? found) : null);
  const isLive = job !== null && isLiveStatus(job.jobStatus);

  const awaited = useRef<string | null>(null);
  const onEnd = useEffectEvent(options.onEnd);
  useEffect(() => {
    if (job === null) return;
    if (isLive) awaited.current = job.jobNo;
    else if (awaited.current === job.jobNo) {
      awaited.current = null;
      onEnd(job);
    }
  }, [job, isLive]);
  useEffect(() => {
    // Another person's, or gone: it is not looked for again.
    if (error !== null && !error.isNetwork) writeText('session', storeKey, null);
  }, [error, storeKey]);

  const follow: FollowedJob['follow'] = (jobNo, { isShown: isOpen = true } = {}) => {
    awaited.current = jobNo;
    writeText('session', storeKey, jobNo);
    setHeld(jobNo);
    setShown(isOpen);
  };
  const jobNo = job?.jobNo ?? '';
  return {
    job,
    isLive,
    isShown: isShown && job !== null,
    isPending,
    show: () => {
      setShown(true);
    },
    hide: () => {
      setShown(false);
    },
    follow,
    dismiss: () => {
      writeText('session', storeKey, null);
      setDismissed(jobNo);
      setHeld(null);
      setShown(false);
    },
    cancel: () => {
      void send(async () => {
        await call(cancel, { jobNo });
      });
    },
    retry: () => {
      void send(async () => {
        follow((await call(retry, { jobNo })).jobNo);
      });
    },
  };
}

/** One command at a time; `call` has said what was refused. */
function useSending(): {
  readonly isPending: boolean;
  readonly send: (run: () => Promise<void>) => Promise<void>;
} {
  const [isPending, setPending] = useState(false);
  const isSending = useRef(false);
  return {
    isPending,
    send: async (run) => {
      if (isSending.current) return;
      isSending.current = true;
      setPending(true);
      try {
        await run();
      } catch {
        // Shown by `call`.
      } finally {
        isSending.current = false;
        setPending(false);
      }
    },
  };
}
