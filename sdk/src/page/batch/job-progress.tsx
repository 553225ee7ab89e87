import { ProgressBar } from '@blueprintjs/core';
import { StatusTag } from '../../components/status-tag.tsx';
import type { StatusTone } from '../../components/status-tag.tsx';
import type { JobRow, JobStatus } from '../../contracts/platform/job.contract.ts';
import { formatCount } from '../../format/money.ts';
import { isLiveJob } from '../../jobs/own-jobs.ts';
import { useKitText } from '../platform.ts';

const TONES: Readonly<Record<JobStatus, StatusTone>> = {
  QUEUED: 'waiting',
  RUNNING: 'active',
  SUCCESS: 'good',
  PARTIAL_SUCCESS: 'attention',
  FAILURE: 'failed',
  CANCELLED: 'waiting',
};

/** Where a job stands: its state in a word, how far it is, what went well and what did not. */
export function JobProgress(props: { readonly job: JobRow }) {
  const { job } = props;
  const kit = useKitText();
  const isLive = isLiveJob(job);
  const counts =
    job.total === 0
      ? kit('job.rows', { done: formatCount(job.succeeded) })
      : kit('job.counts', { done: formatCount(job.done), total: formatCount(job.total) });
  return (
    <div className="kp-job">
      <div className="kp-job-line" role="status">
        <StatusTag tone={TONES[job.jobStatus]} text={kit(`job.status.${job.jobStatus}`)} />
        <span className="ks-figures">{counts}</span>
        {job.failed > 0 && (
          <span className="ks-figures kp-job-failed">
            {kit('job.failed', { count: job.failed, shown: formatCount(job.failed) })}
          </span>
        )}
      </div>
      {isLive && (
        <ProgressBar
          aria-label={job.title}
          animate={job.total === 0}
          stripes={job.total === 0}
          intent="primary"
          {...(job.total > 0 && { value: job.done / job.total })}
        />
      )}
      {job.reason !== null && <p className="kp-job-reason">{job.reason}</p>}
    </div>
  );
}
