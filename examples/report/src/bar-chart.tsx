import type { Day } from './figures.ts';

const HEIGHT = 160;
/** Room for a number above the highest bar, and for the days below. */
const ABOVE = 24;
const BELOW = 28;
const STEP = 88;
const WIDTH = 48;

/** Bars with their numbers on them: nothing has to be looked up in a legend. */
export function BarChart(props: { readonly label: string; readonly days: readonly Day[] }) {
  const { days } = props;
  const most = Math.max(1, ...days.map(({ count }) => count));
  const width = days.length * STEP;
  return (
    <svg
      className="report-chart"
      viewBox={`0 0 ${width} ${ABOVE + HEIGHT + BELOW}`}
      role="img"
      aria-label={`${props.label}: ${days.map(({ day, count }) => `${day} ${count}`).join(', ')}`}
    >
      <line x1={0} x2={width} y1={ABOVE + HEIGHT} y2={ABOVE + HEIGHT} className="report-axis" />
      {days.map(({ day, count }, index) => {
        const height = (count / most) * HEIGHT;
        const middle = index * STEP + STEP / 2;
        return (
          <g key={day} className={index === days.length - 1 ? 'report-today' : undefined}>
            <rect
              x={middle - WIDTH / 2}
              y={ABOVE + HEIGHT - height}
              width={WIDTH}
              height={height}
              rx={3}
            />
            <text x={middle} y={ABOVE + HEIGHT - height - 8} className="report-number">
              {count}
            </text>
            <text x={middle} y={ABOVE + HEIGHT + 20}>
              {day.replace(/ \d{4}$/, '')}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
