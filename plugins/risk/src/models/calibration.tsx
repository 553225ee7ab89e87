import { useText } from '@kituo/sdk';
import type { riskModel } from '@kituo/sdk/contracts';
import { Table } from './figures.tsx';

type Translate = ReturnType<typeof useText>;
type Calibrated = riskModel.Calibrated;

const percent = (share: number | null): string => (share === null ? '-' : `${share}%`);
const observed = (of: Calibrated['levels'][number]['observed']): string =>
  of === null ? '-' : `${of.percent}% (${of.low}–${of.high})`;

/** How the odds of good to bad loans rise with the score, beside what the model states. */
export function Calibration({ of }: { readonly of: Calibrated }) {
  const t = useText();
  const { stated, bands, levels, versionNos } = of;
  return (
    <section aria-label={t('calibration.title')}>
      <h3 className="kp-section-title">{t('calibration.title')}</h3>
      <p className={of.line ? undefined : 'kp-muted'}>{lineIn(t, of)}</p>
      {stated && (
        <p>
          {t('calibration.stated', {
            odds: stated.oddsAtScore,
            score: stated.oddsScore,
            points: stated.pointsToDouble,
          })}
        </p>
      )}
      <Table
        head={['modelLevel', 'known', 'badShare', 'byLine', 'byModel']}
        rows={levels.map((level) => [
          level.modelLevel ?? t('calibration.all'),
          String(level.known),
          observed(level.observed),
          percent(level.linePercent),
          level.isOff ? t('calibration.off', { share: percent(level.statedPercent) }) : percent(level.statedPercent),
        ])}
      />
      <Table
        head={['scores', 'good', 'bad', 'odds', 'lineOdds']}
        rows={bands.map(({ label, good, bad, odds, lineOdds }) => [
          label,
          String(good),
          String(bad),
          String(odds),
          String(lineOdds ?? '-'),
        ])}
      />
      <p className="kp-muted">{t('calibration.how', { versions: versionNos.join(', ') })}</p>
    </section>
  );
}

function lineIn(t: Translate, { line, lack, good, bad, bands }: Calibrated): string {
  if (line === null) {
    return lack === 'NO_SLOPE' ? t('calibration.noSlope') : t('calibration.fewLoans', { good, bad });
  }
  const { pointsToDouble, low, high, rSquared } = line;
  return t('calibration.line', { points: pointsToDouble, low, high, rSquared, bands: bands.length });
}
