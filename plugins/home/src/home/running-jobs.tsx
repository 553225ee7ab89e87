import { hasJobFile, isLiveJob, ownJobs$, saveJobFile, usePluginScope, useText, useValue } from '@kituo/sdk';
import type { job } from '@kituo/sdk/contracts';

/** Failures stand here so long: a day's work. Milliseconds. */
const FAILED_FOR_MS = 24 * 3_600_000;
const SHOWN = 5;

function needsEyes(row: job.JobRow, now: number): boolean {
  if (isLiveJob(row)) return true;
  const hasFailed = row.jobStatus === 'FAILURE' || row.jobStatus === 'PARTIAL_SUCCESS';
  return hasFailed && now - Date.parse(row.finishedAt ?? row.createdAt) < FAILED_FOR_MS;
}

/** One's jobs that run and those that failed today; nothing while there are none. */
export function RunningJobs() {
  const t = useText();
  const now = Date.now();
  const jobs = useValue(ownJobs$)?.filter((row) => needsEyes(row, now)) ?? [];
  if (jobs.length === 0) return null;
  return (
    <section className="home-section" aria-labelledby="home-jobs-title">
      <header className="home-section-head">
        <h2 id="home-jobs-title">{t('home.jobs')}</h2>
      </header>
      <ul className="home-rows">
        {jobs.slice(0, SHOWN).map((row) => (
          <JobLine key={row.jobNo} row={row} />
        ))}
      </ul>
    </section>
  );
}

function JobLine({ row }: { readonly row: job.JobRow }) {
  const t = useText();
  const scope = usePluginScope();
  const { jobNo, title, jobStatus, total, done, failed } = row;
  return (
    <li className="home-row">
      <span className="home-row-main" title={`${title} ${jobNo}`}>
        {title}
      </span>
      {isLiveJob(row) ? (
        <>
          <progress {...(total > 0 && { value: done })} max={Math.max(1, total)} aria-label={title} />
          <span className="home-quiet ks-figures">
            {jobStatus === 'QUEUED' ? t('home.jobWaits') : t('home.jobDone', { done, total })}
          </span>
        </>
      ) : failed > 0 ? (
        <button
          type="button"
          className="ks-link-button home-failed"
          onClick={() =>
            void import('./job-result.tsx').then(({ openJobResult }) => {
              openJobResult(scope, row);
            })
          }
        >
          {t('home.jobFailed', { failed, total })}
        </button>
      ) : (
        <span className="home-quiet home-failed">{row.reason ?? t('home.jobEnded')}</span>
      )}
      {hasJobFile(row) && (
        <button type="button" className="ks-link-button" onClick={() => void saveJobFile(row)}>
          {t('home.jobFile')}
        </button>
      )}
    </li>
  );
}
