import { useText } from '@kituo/sdk';
import type { Day, Stretch } from './month.ts';

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
  const weekday = (style: 'short' | 'long', index: number) =>
    new Intl.DateTimeFormat(props.language, { weekday: style, timeZone: 'UTC' }).format(MONDAY + index * DAY_MS);
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
            {week.map(({ day, isOfMonth, lines }, index) => (
              <td
                key={day}
                data-outside={!isOfMonth || undefined}
                data-empty={lines.every((line) => line === null) || undefined}
                aria-current={day === props.today ? 'date' : undefined}
              >
                <span className="cal-day">
                  <span className="cal-weekday">{weekday('short', index)} </span>
                  {Number(day.slice(8))}
                </span>
                {lines.map((line, number) =>
                  line === null ? (
                    <span key={number} className="cal-gap" />
                  ) : (
                    <NoticeBar key={number} {...line} day={day} onOpen={props.onOpen} />
                  ),
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A notice on one day. Its first day of the week has its name and the focus; the others carry the bar on. */
function NoticeBar(
  props: Stretch & {
    readonly day: string;
    readonly onOpen: (announcementNo: string) => void;
  },
) {
  const t = useText();
  const { announcementNo, title, mustConfirm, confirmedAt } = props.notice;
  const { before, after } = props.goesOn;
  return (
    <button
      type="button"
      className="cal-notice"
      tabIndex={before ? -1 : undefined}
      data-before={before || undefined}
      data-after={after || undefined}
      data-waits={(mustConfirm && confirmedAt === null) || undefined}
      aria-label={t('open', { title, day: props.day })}
      title={title}
      onClick={() => {
        props.onOpen(announcementNo);
      }}
    >
      <span>{title}</span>
    </button>
  );
}
