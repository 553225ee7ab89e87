import './home.css';
import {
  apiLanguage,
  Failed,
  formatAge,
  formatDate,
  formatDateTime,
  formatTime,
  session$,
  Slot,
  useText,
  useValue,
} from '@kituo/sdk';
import { AnnouncementCover, AnnouncementStrip } from '../home/announcements.tsx';
import { Approvals } from '../home/approvals.tsx';
import { NewestWarnings } from '../home/newest-warnings.tsx';
import { NoPermissions } from '../home/no-permissions.tsx';
import { RunningJobs } from '../home/running-jobs.tsx';
import { Tiles } from '../home/tiles.tsx';
import { useHome } from '../home/use-home.ts';
import type { HomeSummary } from '../home/use-home.ts';
import { useUrgentNotices } from '../warnings/use-urgent-notices.ts';
import { VisitedPages } from '../home/visited-pages.tsx';

function greetingKey(hour: number): string {
  if (hour < 12) return 'home.morning';
  return hour < 17 ? 'home.afternoon' : 'home.evening';
}

/** Whether one is on shift and until when, and how long it is to the next; nothing where nobody plans one's shifts. */
function shiftOf(
  { shift, eatDate, asOf }: HomeSummary,
  language: string,
  t: ReturnType<typeof useText>,
): readonly string[] {
  if (shift === undefined) return [];
  const { isOnShift, changesAt, nextAt } = shift;
  const today = formatDate(`${eatDate}T12:00:00+03:00`);
  const shown = (at: string) => (formatDate(at) === today ? formatTime(at) : formatDateTime(at));
  return [
    isOnShift && changesAt !== null ? t('home.onShiftAt', { time: shown(changesAt) }) : t('home.offShift'),
    ...(nextAt === null ? [] : [t('home.nextShift', { time: shown(nextAt), left: formatAge(nextAt, language, asOf) })]),
  ];
}

function Greeting({ summary }: { readonly summary: HomeSummary }) {
  const t = useText();
  const language = apiLanguage(useValue(session$).language);
  return (
    <header className="home-greeting">
      <h1>{t(greetingKey(summary.eatHour), { name: summary.realName })}</h1>
      <p className="home-quiet">
        {[formatDate(`${summary.eatDate}T12:00:00+03:00`), summary.deptName, ...shiftOf(summary, language, t)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
}

/** Stands in the places of what is loading, so that nothing jumps. */
function HomeSkeleton() {
  const t = useText();
  return (
    <div className="home" role="status" aria-label={t('home.loading')}>
      <div className="home-greeting">
        <span className="bp6-skeleton home-skeleton-title" />
      </div>
      <div className="home-tiles">
        {[1, 2, 3, 4].map((place) => (
          <span key={place} className="bp6-skeleton home-skeleton-tile" />
        ))}
      </div>
    </div>
  );
}

export function HomePage() {
  const { summary, takeTile, recent, announcements, approvals } = useHome();
  const { user } = useValue(session$);
  useUrgentNotices();
  if (summary.isPending) return <HomeSkeleton />;
  const notices = announcements.data ?? [];
  const toConfirm = notices.filter((each) => each.mustConfirm && each.confirmedAt === null);
  const [first] = toConfirm;
  if (first) {
    return (
      <AnnouncementCover
        key={first.announcementNo}
        announcement={first}
        left={toConfirm.length}
        onConfirmed={() => void announcements.refetch()}
      />
    );
  }
  return (
    <div className="home">
      <AnnouncementStrip announcements={notices} />
      {summary.data ? (
        <>
          <Greeting summary={summary.data} />
          {summary.data.pagesHeld === 0 ? (
            <NoPermissions summary={summary.data} />
          ) : (
            <Tiles tiles={summary.data.tiles} asOf={summary.data.asOf} userNo={user?.userNo ?? ''} onRead={takeTile} />
          )}
          <Slot
            name="home.tile"
            wrap={({ title }, content) => (
              <section className="home-fill" aria-label={title}>
                {content}
              </section>
            )}
          />
          <Approvals approvals={approvals} />
          <RunningJobs />
          <div className="home-columns">
            <NewestWarnings warnings={summary.data.warnings} onRetry={() => void summary.refetch()} />
            {summary.data.pagesHeld > 0 && <VisitedPages visits={recent.data ?? []} />}
          </div>
        </>
      ) : (
        <Failed error={summary.error} onRetry={() => void summary.refetch()} />
      )}
    </div>
  );
}
