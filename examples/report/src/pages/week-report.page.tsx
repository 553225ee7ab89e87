import '../report.css';
import { Empty, Failed, useEndpoint, useSearchParams, useText } from '@kituo/sdk';
import { home } from '@kituo/sdk/contracts';
import { BarChart } from '../bar-chart.tsx';
import { figuresOf } from '../figures.ts';

/** What came in on each of the last seven days: one figure at a time, the table behind it one click away. */
export function WeekReportPage() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const summary = useEndpoint(home.summary, {});
  if (summary.isError) return <Failed error={summary.error} onRetry={() => void summary.refetch()} />;
  if (summary.data === undefined) return <Empty title={t('loading')} />;
  const figures = figuresOf(summary.data);
  const shown = figures.find(({ key }) => key === query.get('figure')) ?? figures[0];
  if (shown === undefined) return <Empty title={t('none')} text={t('noneHint')} />;
  return (
    <section className="report" aria-label={t('title')}>
      <header className="report-head">
        <h1>{t('title')}</h1>
        <div className="report-figures" role="group" aria-label={t('choose')}>
          {figures.map(({ key }) => (
            <button
              key={key}
              type="button"
              aria-pressed={key === shown.key}
              onClick={() => {
                setQuery({ figure: key }, { replace: true });
              }}
            >
              {t(`FIGURE.${key}`)}
            </button>
          ))}
        </div>
      </header>
      <div className="report-card">
        <p className="report-sum">
          <strong>{shown.total}</strong> {t('inSevenDays')}
        </p>
        <BarChart label={t(`FIGURE.${shown.key}`)} days={shown.days} />
        <details>
          <summary>{t('table')}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                <th scope="col">{t('count')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.days.map(({ day, count }) => (
                <tr key={day}>
                  <td>{day}</td>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </section>
  );
}
