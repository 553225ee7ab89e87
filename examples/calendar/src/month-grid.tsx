import { useText } from '@kituo/sdk';
import type { Day } from './month.ts';

/** Any week that begins with a Monday: names of its days head the columns. */
const MONDAY = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** Weeks below one another; on a narrow screen only the days with something on them, as a list. */
export function MonthGrid(props: {
  readonly weeks: readonly (readonly Day[])[];
  readonly today: string;
  readonly language: string;
  readonly onOpen: (announcementNo: string) => void;
}) {
  const t = useText();
  const weekday = (style: 'short' | 'long', index: number) =>
    new Intl.DateTimeFormat(props.language, { weekday: style, timeZone: 'UTC' }).format(
      MONDAY + index * DAY_MS,
    );
  return (
    <table className="cal-grid">
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, index) => (
            <th key={index} scope="col" abbr={weekday('long', index)}>
              {weekday('short', index)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map(({ day, isOfMonth, notices }, index) => (
              <td
                key={day}
                data-outside={!isOfMonth || undefined}
                data-empty={notices.length === 0 || undefined}
                aria-current={day === props.today ? 'date' : undefined}
              >
                <span className="cal-day">
                  <span className="cal-weekday">{weekday('short', index)} </span>
                  {Number(day.slice(8))}
                </span>
                {notices.map(({ announcementNo, title, mustConfirm, confirmedAt }) => (
                  <button
                    key={announcementNo}
                    type="button"
                    className="cal-notice"
                    data-waits={(mustConfirm && confirmedAt === null) || undefined}
                    aria-label={t('open', { title, day })}
                    title={title}
                    onClick={() => {
                      props.onOpen(announcementNo);
                    }}
                  >
                    {title}
                  </button>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
