import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { cancel, retry } from '../../contracts/platform/job.contract.ts';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { isLiveJob, ownJobs$ } from '../../jobs/own-jobs.ts';
import { readText, writeText } from '../../state/browser-storage.ts';
import { useValue } from '../../state/store.ts';
import { useJob } from './use-job.ts';

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

/**
 * Follows the job of one kind: the one started here, else one this tab followed before a reload, else one
 * of theirs that still runs. `onEnd` is called once, when a job ends that was seen running.
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
  const own = useValue(ownJobs$) ?? [];
  const running = own.find((one) => one.kind === kind && isLiveJob(one))?.jobNo ?? dismissed;
  const [found, setFound] = useState<string | null>(null);
  // To its end: the list of running jobs may hear of that before the job itself does, or after.
  if (running !== dismissed && running !== found) setFound(running);
  const { job, error } = useJob(options.isPermitted ? (held ?? found) : null);
  const isLive = job !== null && isLiveJob(job);

  const awaited = useRef<string | null>(null);
  const onEnd = useEffectEvent(options.onEnd);
  useEffect(() => {
    if (job === null) return;
    if (isLive) awaited.current = job.jobNo;
    else if (awaited.current === job.jobNo) {
      awaited.current = null;
      // Its drawer opens for what failed alone; else the strip and a toast say enough.
      if (job.failed > 0 || job.jobStatus === 'FAILURE') setShown(true);
      onEnd(job);
    }
  }, [job, isLive]);
  useEffect(() => {
    // Another person's, or gone: it is not looked for again.
    if (error !== null && !error.isNetwork) writeText('session', storeKey, null);
  }, [error, storeKey]);

  const follow: FollowedJob['follow'] = (jobNo, { isShown: isOpen = false } = {}) => {
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
      setFound(null);
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
