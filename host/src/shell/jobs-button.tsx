import { isLiveJob, ownJobs$, useValue, watchOwnJobs } from '@kituo/sdk';
import { useEffect, useReducer } from 'react';
import { useText } from '../texts.ts';
import { Dropdown } from './dropdown.tsx';
import { Icon } from './icons.tsx';
import { Later } from './later.tsx';
import { useLaterWatch } from './use-later-watch.ts';

const panel = () => import('./jobs-panel.tsx').then((module) => module.JobsPanel);

export interface JobsButtonProps {
  readonly isPageDrawn: boolean;
  /** On a phone it is there only while there is something to tell. */
  readonly isNarrow: boolean;
}

/** How many of one's jobs run, and a dot where one ended since the list was last looked at. */
export function JobsButton({ isPageDrawn, isNarrow }: JobsButtonProps) {
  const t = useText();
  useLaterWatch(isPageDrawn, watchOwnJobs);
  const jobs = useValue(ownJobs$);
  const [{ live, ended }, tell] = useReducer(follow, { live: [], ended: 0 });
  useEffect(() => {
    if (jobs !== null) tell(jobs.filter(isLiveJob).map(({ jobNo }) => jobNo));
  }, [jobs]);
  const running = live.length;
  if (isNarrow && running === 0 && ended === 0) return null;
  const label =
    running > 0
      ? t('jobs.running', { count: running })
      : ended > 0
        ? t('jobs.ended', { count: ended })
        : t('jobs.title');
  return (
    <Dropdown
      kind="panel"
      label={label}
      button={
        <>
          <Icon name="briefcase" />
          {running > 0 && <span className="k-badge k-badge-calm">{running}</span>}
          {running === 0 && ended > 0 && <span className="k-badge k-badge-dot" />}
          <span className="k-hidden" role="status">
            {running > 0 || ended > 0 ? label : ''}
          </span>
        </>
      }
    >
      {() => <Later load={panel} props={{ onSeen: () => tell('seen') }} />}
    </Dropdown>
  );
}

interface Told {
  readonly live: readonly string[];
  /** How many ended since the list was last looked at. */
  readonly ended: number;
}

/** Takes the jobs that are live now, or that the list was seen. */
function follow({ live, ended }: Told, now: readonly string[] | 'seen'): Told {
  if (now === 'seen') return { live, ended: 0 };
  return { live: now, ended: ended + live.filter((jobNo) => !now.includes(jobNo)).length };
}
