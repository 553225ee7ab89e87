import { formatDateTime, useText } from '@kituo/sdk';
import { nineFour } from '@kituo/sdk/contracts';
import { Chart, useDetail } from '@kituo/sdk/page';

/** How long the vendor's reports took in the last 24 hours; a line of alarm where they are late or have stopped. */
export function CallBackLag() {
  const t = useText();
  const { data } = useDetail(nineFour.callBackLag, {});
  if (data === null) return null;
  const { alarm, hours, boundSeconds, medianSeconds, quietMinutes, waiting } = data;
  const seconds = (value: number) => t('aiCallBacks.seconds', { count: Math.round(value) });
  const lines = { kind: 'line', scale: 'SECONDS', textOf: seconds } as const;
  return (
    <section aria-label={t('aiCallBacks.lag')}>
      {alarm !== null && (
        <p role="alert">
          {alarm === 'LATE'
            ? t('aiCallBacks.late', { lag: seconds(medianSeconds ?? 0), bound: seconds(boundSeconds) })
            : t('aiCallBacks.silent', { minutes: quietMinutes ?? 0, count: waiting })}
        </p>
      )}
      {hours.length > 0 && (
        <details open={alarm !== null}>
          <summary>{t('aiCallBacks.lag')}</summary>
          <Chart
            label={t('aiCallBacks.lag')}
            tooSmall={t('aiCallBacks.tooSmall')}
            categories={hours.map(({ hour }) => formatDateTime(hour))}
            series={[
              { ...lines, title: t('aiCallBacks.median'), values: hours.map((one) => one.medianSeconds) },
              { ...lines, title: t('aiCallBacks.most'), values: hours.map((one) => one.mostSeconds), isDashed: true },
              {
                kind: 'bar',
                scale: 'COUNT',
                title: t('aiCallBacks.reports'),
                textOf: String,
                values: hours.map(({ reports }) => reports),
              },
            ]}
          />
        </details>
      )}
    </section>
  );
}
