import {
  call,
  confirm,
  formatCount,
  formatDateTime,
  hasJobFile,
  isLiveJob,
  ownJobs$,
  saveJobFile,
  StatusTag,
  useValue,
  type StatusTone,
} from '@kituo/sdk';
import { job } from '@kituo/sdk/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../texts.ts';

const TONES: Readonly<Record<job.JobRow['jobStatus'], StatusTone>> = {
  QUEUED: 'waiting',
  RUNNING: 'active',
  SUCCESS: 'good',
  PARTIAL_SUCCESS: 'attention',
  FAILURE: 'failed',
  CANCELLED: 'waiting',
};

/** One's newest jobs: how far each is, and what can be done with it. */
export function JobsPanel({ onSeen }: { readonly onSeen: () => void }) {
  const t = useText();
  const jobs = useValue(ownJobs$);
  const tellSeen = useEffectEvent(onSeen);
  useEffect(() => tellSeen(), [jobs]);
  return (
    <div className="k-jobs">
      <h2>{t('jobs.title')}</h2>
      {jobs === null ? (
        <p className="k-hint">{t('jobs.unread')}</p>
      ) : jobs.length === 0 ? (
        <p className="k-hint">{t('jobs.none')}</p>
      ) : (
        <ul>
          {jobs.map((row) => (
            <JobItem key={row.jobNo} row={row} />
          ))}
        </ul>
      )}
    </div>
  );
}

function JobItem({ row }: { readonly row: job.JobRow }) {
  const t = useText();
  const { jobNo, title, jobStatus, total, done, failed, reason, createdAt, allowedActions } = row;
  const [isBusy, setIsBusy] = useState(false);
  const isLive = isLiveJob(row);
  const run = (work: () => Promise<unknown>) => {
    setIsBusy(true);
    // A refusal is told in a toast; the list shows what is.
    void work()
      .catch(() => undefined)
      .finally(() => setIsBusy(false));
  };
  const actions = [
    hasJobFile(row) && {
      text: t(allowedActions.includes('download') ? 'jobs.download' : 'jobs.failedRows'),
      work: () => saveJobFile(row),
    },
    allowedActions.includes('retry') && {
      text: t('jobs.retry'),
      work: () => call(job.retry, { jobNo }),
    },
    allowedActions.includes('cancel') && { text: t('jobs.cancel'), work: () => cancel(row, t) },
  ].filter((action) => action !== false);
  return (
    <li aria-busy={isBusy}>
      <div className="k-job-head">
        <strong title={title}>{title}</strong>
        <StatusTag tone={TONES[jobStatus]} text={t(`jobs.is.${jobStatus}`)} />
      </div>
      {isLive && <progress {...(total > 0 && { value: done })} max={Math.max(1, total)} aria-label={title} />}
      <p className="k-hint">
        {total > 0 && `${t('jobs.done', { done: formatCount(done), total: formatCount(total) })} · `}
        {failed > 0 && `${t('jobs.failed', { count: failed })} · `}
        {formatDateTime(createdAt)}
      </p>
      {reason !== null && <p className="k-hint k-hint-bad">{reason}</p>}
      {actions.length > 0 && (
        <p className="k-job-actions">
          {actions.map(({ text, work }) => (
            <button
              key={text}
              type="button"
              className="k-link"
              aria-label={`${text}: ${title}`}
              disabled={isBusy}
              onClick={() => run(work)}
            >
              {text}
            </button>
          ))}
        </p>
      )}
    </li>
  );
}

async function cancel({ jobNo, title }: job.JobRow, t: ReturnType<typeof useText>): Promise<void> {
  const isSure = await confirm({
    title: t('jobs.cancelTitle', { title }),
    text: t('jobs.cancelText'),
    confirmText: t('jobs.cancel'),
    intent: 'danger',
  });
  if (isSure) await call(job.cancel, { jobNo });
}
