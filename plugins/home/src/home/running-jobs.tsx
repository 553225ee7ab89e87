import { Link, serverEvents$, useSubscription, useText } from '@kituo/sdk';
import { useState } from 'react';

interface Job {
  readonly jobNo: string;
  readonly status: string;
  readonly done: number;
  readonly total: number;
  readonly resultPath?: string;
}

/** One's jobs as the event stream tells of them; nothing while there are none. */
export function RunningJobs() {
  const t = useText();
  const [jobs, setJobs] = useState<readonly Job[]>([]);
  useSubscription(serverEvents$, (event) => {
    if (event.type !== 'job') return;
    setJobs((present) =>
      [event, ...present.filter(({ jobNo }) => jobNo !== event.jobNo)].slice(0, 5),
    );
  });
  if (jobs.length === 0) return null;
  return (
    <section className="home-section" aria-labelledby="home-jobs-title">
      <header className="home-section-head">
        <h2 id="home-jobs-title">{t('home.jobs')}</h2>
      </header>
      <ul className="home-rows">
        {jobs.map((job) => (
          <li key={job.jobNo} className="home-row">
            {job.resultPath === undefined ? (
              <span className="home-row-main">{job.jobNo}</span>
            ) : (
              <Link className="home-row-main" to={job.resultPath}>
                {job.jobNo}
              </Link>
            )}
            <progress value={job.done} max={Math.max(1, job.total)} aria-label={job.jobNo} />
            <span className="home-quiet ks-figures">
              {t('home.jobDone', { done: job.done, total: job.total })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
