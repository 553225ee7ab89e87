import { Button, formatCount, formatDate, formatDateTime, NOTHING, useText } from '@kituo/sdk';
import { abTest } from '@kituo/sdk/contracts';
import { Chart, type ChartSeries, DetailOf } from '@kituo/sdk/page';
import { useState } from 'react';

type Result = abTest.ExperimentResult;
type Variant = abTest.VariantResult;
type Translate = ReturnType<typeof useText>;

const percent = (value: number | null): string => (value === null ? NOTHING : `${value.toFixed(1)}%`);
const points = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(1)}`;
const nameOf = ({ variant, variantName }: Variant, t: Translate): string =>
  variant === abTest.HOLD_OUT ? t('abTest.holdOut') : variantName;

/** The variants of an experiment: each against the control, with what the figures allow to say. */
export function ExperimentDetail({ result }: { readonly result: Result }) {
  const t = useText();
  const [shown, setShown] = useState<Variant | null>(null);
  const { variants, plannedN, daysLeft, splitPValue, windowDays } = result;
  const control = variants.find(({ isControl }) => isControl);
  if (variants.length < 2) return <p className="kp-muted">{t('abTest.nothingToCompare')}</p>;
  return (
    <>
      <p className="kp-muted">
        {t('figures.asOf', { time: formatDateTime(result.asOf) })}
        {' · '}
        {t('abTest.window', { count: windowDays })}
        {plannedN !== null && ` · ${t('abTest.planned', { n: formatCount(plannedN) })}`}
        {daysLeft !== null && daysLeft > 0 && ` · ${t('abTest.daysLeft', { count: daysLeft })}`}
        {splitPValue !== null && ` · ${t('abTest.split', { p: splitPValue })}`}
      </p>
      {variants
        .filter(({ isControl }) => !isControl)
        .map((one) => (
          <p key={one.variant} role="status">
            <strong>{sentenceOf(one, result, t)}</strong>
          </p>
        ))}
      <div className="rp-scroll" tabIndex={0} role="region" aria-label={t('abTest.variants')}>
        <table className="rp-table">
          <thead>
            <tr>
              {[
                'variant',
                'sharePct',
                'n',
                'converted',
                'ratePct',
                'diffPct',
                'pValue',
                'verdict',
                'optOut',
                'complaints',
                'unpaid',
              ].map((head) => (
                <th key={head} scope="col">
                  {t(`abTest.head.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {variants.map((one) => (
              <tr key={one.variant}>
                <th scope="row">
                  <Button
                    size="small"
                    variant="minimal"
                    text={nameOf(one, t)}
                    aria-label={t('abTest.customersOf', { name: nameOf(one, t) })}
                    onClick={() => {
                      setShown(one);
                    }}
                  />
                  {one.isControl && <span className="kp-muted"> {t('abTest.control')}</span>}
                </th>
                <td>{percent(one.sharePct)}</td>
                <td>
                  {formatCount(one.n)}
                  {one.waiting > 0 && <span className="kp-muted"> +{formatCount(one.waiting)}</span>}
                </td>
                <td>{formatCount(one.converted)}</td>
                <td>{percent(one.ratePct)}</td>
                <td>{differenceOf(one)}</td>
                <td>{one.pValue ?? NOTHING}</td>
                <td>{one.verdict === null ? NOTHING : t(`EXPERIMENT_VERDICT.${one.verdict}`)}</td>
                <Guarded own={one.optOut} control={control?.optOut} />
                <Guarded own={one.complaints} control={control?.complaints} />
                <Guarded own={one.firstUnpaid} control={control?.firstUnpaid} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DaysChart result={result} />
      {shown !== null && (
        <Customers key={shown.variant} experimentNo={result.experimentNo} of={shown} name={nameOf(shown, t)} />
      )}
    </>
  );
}

const SIGNIFICANT = 0.05;

/** What should not move: marked where it is worse than the control's, beyond chance. */
function Guarded(props: { readonly own: Variant['optOut']; readonly control: Variant['optOut'] | undefined }) {
  const t = useText();
  const { ratePct, pValue } = props.own;
  const isWorse = pValue !== null && pValue < SIGNIFICANT && (ratePct ?? 0) > (props.control?.ratePct ?? 0);
  return (
    <td>
      {percent(ratePct)}
      {isWorse && <strong> {t('abTest.worse', { p: pValue })}</strong>}
    </td>
  );
}

function differenceOf({ diffPct, interval95, liftPct }: Variant): string {
  if (diffPct === null || interval95 === null) return NOTHING;
  const lift = liftPct === null ? '' : `, ${points(liftPct)}%`;
  return `${points(diffPct)} (${points(interval95.low)} – ${points(interval95.high)})${lift}`;
}

function sentenceOf(one: Variant, { variants }: Result, t: Translate): string {
  const control = variants.find(({ isControl }) => isControl);
  return t(`abTest.sentence.${one.verdict ?? 'TOO_EARLY'}`, {
    name: nameOf(one, t),
    control: control === undefined ? '' : nameOf(control, t),
    diff: points(one.diffPct ?? 0),
    low: points(one.interval95?.low ?? 0),
    high: points(one.interval95?.high ?? 0),
  });
}

/** Differences with their bounds by day; the axis holds 0. */
function DaysChart({ result }: { readonly result: Result }) {
  const t = useText();
  const days = [...new Set(result.days.map(({ day }) => day))];
  if (days.length < 2) return null;
  const series = result.variants
    .filter(({ isControl }) => !isControl)
    .flatMap((variant) =>
      (['diffPct', 'low', 'high'] as const).map((part): ChartSeries => ({
        kind: 'line',
        title: part === 'diffPct' ? nameOf(variant, t) : `${nameOf(variant, t)}: ${t(`abTest.bound.${part}`)}`,
        values: days.map((day) => {
          const found = result.days.find((one) => one.day === day && one.variant === variant.variant);
          return found === undefined ? null : found[part];
        }),
        textOf: points,
        scale: 'POINTS',
      })),
    );
  return (
    <Chart
      label={t('abTest.chart')}
      categories={days.map((day) => formatDate(day))}
      series={series}
      tooSmall={t('figures.tooSmall')}
    />
  );
}

const SHOWN = 50;

/** Who was exposed, and what they did. */
function Customers(props: { readonly experimentNo: string; readonly of: Variant; readonly name: string }) {
  const t = useText();
  const filters = { experimentNo: props.experimentNo, variant: props.of.variant };
  return (
    <DetailOf endpoint={abTest.drill} request={{ filters, page: 1, pageSize: SHOWN, sort: null }}>
      {({ rows, total }) => (
        <section aria-label={t('abTest.customersOf', { name: props.name })}>
          <h3 className="kp-section-title">
            {t('abTest.customers', { name: props.name, total: formatCount(total), count: total })}
          </h3>
          <ul className="kp-facts">
            {rows.map(({ customerNo, exposedAt, convertedAt, isCounted }) => (
              <li key={customerNo}>
                {customerNo} · {formatDateTime(exposedAt)}
                {convertedAt !== null && ` · ${t('abTest.convertedAt', { time: formatDateTime(convertedAt) })}`}
                {!isCounted && ` · ${t('abTest.windowOpen')}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </DetailOf>
  );
}
