import '../calendar.css';
import {
  apiLanguage,
  Button,
  eatDay,
  Empty,
  Failed,
  session$,
  useEndpoint,
  useSearchParams,
  useText,
  useValue,
} from '@kituo/sdk';
import { announcement } from '@kituo/sdk/contracts';
import { MonthGrid } from '../month-grid.tsx';
import { monthAfter, monthIn, thisMonth, weeksOf } from '../month.ts';
import { NoticeDetail } from '../notice.detail.tsx';

/** A month of notices: when each holds, and what it says. Month and open notice stand in the address. */
export function NoticeCalendarPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const { language } = useValue(session$);
  const notices = useEndpoint(announcement.mine, {});
  const month = monthIn(query.get('month'));
  const show = (part: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(query);
    for (const [key, value] of Object.entries(part))
      if (value === null) next.delete(key);
      else next.set(key, value);
    setQuery(next, { replace: true });
  };
  if (notices.isError) return <Failed error={notices.error} onRetry={() => void notices.refetch()} />;
  if (notices.data === undefined) return <Empty title={t('loading')} />;
  const opened = notices.data.find((one) => one.announcementNo === query.get('notice')) ?? null;
  const heading = new Intl.DateTimeFormat(apiLanguage(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01T00:00:00Z`));
  const go = (count: number) => {
    show({ month: monthAfter(month, count) });
  };
  return (
    <section className="cal" aria-label={t('title')}>
      <header className="cal-head">
        <h1>{t('title')}</h1>
        <div className="cal-month">
          <Button text="‹" aria-label={t('before')} onClick={() => go(-1)} />
          <h2 aria-live="polite">{heading}</h2>
          <Button text="›" aria-label={t('after')} onClick={() => go(1)} />
          <Button text={t('today')} disabled={month === thisMonth()} onClick={() => show({ month: null })} />
        </div>
      </header>
      <MonthGrid
        weeks={weeksOf(month, notices.data)}
        today={eatDay()}
        language={apiLanguage(language)}
        onOpen={(notice) => show({ notice })}
      />
      {notices.data.length === 0 && <p className="cal-none">{t('none')}</p>}
      <NoticeDetail notice={opened} onClose={() => show({ notice: null })} />
    </section>
  );
}
