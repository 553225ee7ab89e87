import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import type { JobRow } from '../../contracts/platform/job.contract.ts';
import { hasJobFile, saveJobFile } from '../../jobs/own-jobs.ts';
import { SideDrawer } from '../parts/side-drawer.tsx';
import { useKitText } from '../platform.ts';
import { JobItems } from './job-items.tsx';
import type { ItemNames } from './job-items.tsx';
import { JobProgress } from './job-progress.tsx';
import type { FollowedJob } from './use-followed-job.ts';
import './job.css';

/**
 * A job of this page: a strip in the page with its progress, and a drawer with the result of each item,
 * cancel, resume and retry. Nothing where no job is followed.
 *
 * @example <JobPanel followed={assign.followed} nameOf={(orderNo) => names.get(orderNo) ?? null} />
 */
export function JobPanel(
  props: ItemNames & {
    readonly followed: FollowedJob;
    /** What more there is to say of a job that is over. */
    readonly resultOf?: ((job: JobRow) => ReactNode) | undefined;
  },
) {
  const { followed } = props;
  const { job } = followed;
  if (job === null) return null;
  return (
    <>
      <JobStrip followed={followed} job={job} />
      <SideDrawer isOpen={followed.isShown} title={job.title} closesEasily onClose={followed.hide}>
        <div className="kp-drawer-body">
          <JobProgress job={job} />
          {!followed.isLive && props.resultOf?.(job)}
          <JobItems key={job.jobNo} job={job} nameOf={props.nameOf} />
        </div>
        <div className="kp-foot">
          <JobButtons followed={followed} job={job} />
        </div>
      </SideDrawer>
    </>
  );
}

/** The job in one line, so that it is neither in the way nor out of sight. */
function JobStrip(props: { readonly followed: FollowedJob; readonly job: JobRow }) {
  const { followed, job } = props;
  const kit = useKitText();
  return (
    <section className="kp-job-strip" aria-label={job.title}>
      <strong>{job.title}</strong>
      <JobProgress job={job} />
      <Button size="small" text={kit('job.show')} onClick={followed.show} />
      {!followed.isLive && (
        <Button size="small" variant="minimal" text={kit('job.dismiss')} onClick={followed.dismiss} />
      )}
    </section>
  );
}

/** What can be done with a job now: the server's `allowedActions`. */
function JobButtons(props: { readonly followed: FollowedJob; readonly job: JobRow }) {
  const { followed, job } = props;
  const kit = useKitText();
  const { allowedActions, failed, total, succeeded } = job;
  // Retrying takes what failed and what was left undone; where something was left, it is a resumption.
  const left = total - succeeded;
  const retryText = left > failed ? 'job.resume' : 'job.retryFailed';
  return (
    <>
      {allowedActions.includes('cancel') && (
        <Button
          variant="minimal"
          intent="danger"
          text={kit('job.cancel')}
          disabled={followed.isPending}
          onClick={followed.cancel}
        />
      )}
      {hasJobFile(job) && (
        <Button
          text={kit(allowedActions.includes('download') ? 'job.download' : 'job.downloadFailed')}
          onClick={() => void saveJobFile(job)}
        />
      )}
      {allowedActions.includes('retry') && (
        <Button text={kit(retryText, { count: left })} loading={followed.isPending} onClick={followed.retry} />
      )}
      {followed.isLive ? (
        <Button text={kit('job.background')} onClick={followed.hide} />
      ) : (
        <Button intent="primary" text={kit('close')} onClick={followed.dismiss} />
      )}
    </>
  );
}
