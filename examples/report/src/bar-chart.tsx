import type { CSSProperties } from 'react';
import type { Day } from './figures.ts';

/** How high a bar stands, as a share of the highest; the style sheet draws by it. */
const share = (count: number, most: number): CSSProperties => ({
  height: `${(count / most) * 100}%`,
});

/** Bars with their numbers on them: nothing has to be looked up in a legend. Texts keep their size at any width. */
export function BarChart(props: { readonly label: string; readonly days: readonly Day[] }) {
  const { days } = props;
  const most = Math.max(1, ...days.map(({ count }) => count));
  return (
    <div
      className="report-chart"
      role="img"
      aria-label={`${props.label}: ${days.map(({ day, count }) => `${day} ${count}`).join(', ')}`}
    >
      {days.map(({ day, count }, index) => (
        <div key={day} className={index === days.length - 1 ? 'report-today' : undefined}>
          <div className="report-bar">
            <span>{count}</span>
            <i style={share(count, most)} />
          </div>
          <small>{day.replace(/ \d{4}$/, '')}</small>
        </div>
      ))}
    </div>
  );
}
