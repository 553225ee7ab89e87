import { Late, latePart } from '../parts/late-part.tsx';
import type { ChartProps } from './chart-series.ts';

/** Pages with figures alone have it: what draws is a chunk of its own. */
const lateChart = latePart(() => import('./chart-body.tsx'));

/**
 * Figures as bars and lines, in the theme's colours, on paper in those of the light one. The table of the same figures
 * is the page's.
 *
 * @example <Chart label={t('cash')} categories={days} series={[{ kind: 'bar', title: t('in'), values, textOf, scale: 'CENTS' }]} tooSmall={t('small')} />
 */
export function Chart(props: ChartProps) {
  return (
    <Late late={lateChart} className="kc-chart">
      {({ ChartBody }) => <ChartBody {...props} />}
    </Late>
  );
}
