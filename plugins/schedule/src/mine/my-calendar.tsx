import {
  Button,
  CopyIcon,
  eatDay,
  formatDate,
  formatDateTime,
  NOTHING,
  session$,
  useSearchParams,
  useText,
  useValue,
} from '@kituo/sdk';
import { mySchedule, type scheduling } from '@kituo/sdk/contracts';
import { Answered, DayInput, useDetail } from '@kituo/sdk/page';
import { useCallback } from 'react';
import { CalendarView } from './calendar-view.tsx';
import '../planner/planner.css';

const VIEWS = ['DAY', 'WEEK', 'MONTH'] as const;
const STEP = { DAY: 1, WEEK: 7, MONTH: 30 } as const;

/** One's own published shifts with their attendance. */
export function MyCalendar() {
  const t = useText();
  const { language } = useValue(session$);
  const [query, setQuery] = useSearchParams();
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'WEEK';
  const date = query.get('date') ?? eatDay(new Date());
  const calendar = useDetail(mySchedule.calendar, { view, date });
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    setQuery(next, { replace: true });
  };
  const move = (direction: number) => {
    const day = new Date(`${date}T12:00:00Z`);
    day.setUTCDate(day.getUTCDate() + direction * STEP[view]);
    set('date', day.toISOString().slice(0, 10));
  };
  const titleOf = useCallback(
    (shift: scheduling.Shift) =>
      [
        ...new Set([
          shift.shiftType,
          t(`ATTENDANCE_STATUS.${shift.attendanceStatus}`),
          ...shift.abnormalTypes.map((type) => t(`SCHEDULE_ABNORMAL_TYPE.${type}`)),
        ]),
      ].join(' · '),
    [t],
  );
  return (
    <section className="kp-page" aria-label={t('mySchedule.title')}>
      <header className="kp-head">
        <h1>{t('mySchedule.title')}</h1>
      </header>
      <Summary />
      <div className="schedule-toolbar" role="toolbar" aria-label={t('planner.toolbar')}>
        <Button text="‹" aria-label={t('planner.previous')} onClick={() => move(-1)} />
        <Button text={t('planner.today')} onClick={() => set('date', eatDay(new Date()))} />
        <Button text="›" aria-label={t('planner.next')} onClick={() => move(1)} />
        <DayInput
          type="date"
          className="bp6-input"
          aria-label={t('planner.date')}
          value={date}
          shown={formatDate(date)}
          onChange={(event) => set('date', event.target.value)}
        />
        {VIEWS.map((one) => (
          <Button
            key={one}
            text={t(`planner.view.${one}`)}
            active={one === view}
            aria-pressed={one === view}
            onClick={() => set('view', one)}
          />
        ))}
      </div>
      <Answered detail={calendar}>
        {(shown) => (
          <>
            <p className="schedule-range">
              {shown.from === shown.to ? formatDate(shown.from) : `${formatDate(shown.from)} – ${formatDate(shown.to)}`}
            </p>
            {shown.leaveDates.length > 0 && (
              <p>{t('mySchedule.leave', { days: shown.leaveDates.map((day) => formatDate(day)).join(', ') })}</p>
            )}
            {shown.shifts.length === 0 && <p className="kp-muted">{t('mySchedule.empty')}</p>}
            <CalendarView view={view} date={date} titleOf={titleOf} language={language} shifts={shown.shifts} />
          </>
        )}
      </Answered>
    </section>
  );
}

function Summary() {
  const t = useText();
  const summary = useDetail(mySchedule.summary, {});
  return (
    <Answered detail={summary}>
      {(month) => (
        <p className="schedule-summary">
          <span>{t('mySchedule.month', { hours: month.hours, days: month.days, count: month.days })}</span>
          <span>{t('mySchedule.rest', { count: month.restDaysLeft })}</span>
          <span>{t('mySchedule.abnormal', { count: month.abnormalDays })}</span>
          <span>
            {t('mySchedule.next', { at: month.nextShiftAt === null ? NOTHING : formatDateTime(month.nextShiftAt) })}
          </span>
          <span>
            <a href={`/api/hc/web/${month.feedPath}`} download="shifts.ics" title={t('mySchedule.feedHint')}>
              {t('mySchedule.feed')}
            </a>{' '}
            <CopyIcon value={new URL(`/api/hc/web/${month.feedPath}`, globalThis.location.href).href} size={14} />
          </span>
        </p>
      )}
    </Answered>
  );
}
