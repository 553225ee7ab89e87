import { riskModel } from '@kituo/sdk/contracts';
import { weightedLinearRegression, weightedMean, weightedVariance } from 'simple-statistics';
import { Z_95 } from '../../../ground/wilson.ts';
import { type Graded, LEAST_OF_EITHER, rounded, shareOf } from './statistics.ts';

const BAND_POINTS = 50;
/** Two bands make a line of any odds. */
const LEAST_BANDS = 3;

interface Band {
  readonly from: number;
  readonly to: number;
  /** Of its loans on average. */
  readonly score: number;
  readonly good: number;
  readonly bad: number;
}
/** The natural logarithm of good to bad: `start + slope × score`. */
interface Line {
  readonly slope: number;
  readonly start: number;
}
type Scale = NonNullable<riskModel.Calibrated['stated']>;

const joined = (one: Band, next: Band): Band => {
  const [a, b] = [one.good + one.bad, next.good + next.bad];
  return {
    from: one.from,
    to: next.to,
    score: weightedMean([one.score, next.score], [a, b]),
    good: one.good + next.good,
    bad: one.bad + next.bad,
  };
};

const isEnough = ({ good, bad }: Band): boolean => Math.min(good, bad) >= LEAST_OF_EITHER;
const stepOf = ({ score }: Graded): number =>
  Math.min(Math.floor(score / BAND_POINTS), riskModel.SCORES.most / BAND_POINTS - 1);

/** Bands of scores from the lowest, joined until each has enough good and enough bad loans for its odds to mean something. */
function bandsOf(scores: readonly Graded[]): Band[] {
  const sorted = scores.toSorted((one, other) => one.score - other.score);
  const bands: Band[] = [];
  let open: Band | null = null;
  for (const step of Map.groupBy(sorted, stepOf).values()) {
    const own = step.map((one): Band => ({ from: one.score, to: one.score, ...one })).reduce(joined);
    open = open === null ? own : joined(open, own);
    if (!isEnough(open)) continue;
    bands.push(open);
    open = null;
  }
  const last = open === null ? undefined : bands.pop();
  return open === null || last === undefined ? bands : [...bands, joined(last, open)];
}

const logOdds = ({ good, bad }: Band): number => Math.log(good / bad);
/** How surely a band's odds are known: one over the variance of their logarithm. */
const weightOf = ({ good, bad }: Band): number => (good * bad) / (good + bad);
const oddsBy = ({ slope, start }: Line, score: number): number => Math.exp(start + slope * score);
const lineOf = ({ oddsScore, oddsAtScore, pointsToDouble }: Scale): Line => {
  const slope = Math.LN2 / pointsToDouble;
  return { slope, start: Math.log(oddsAtScore) - slope * oddsScore };
};

/** The line through bands, each weighing by how surely its odds are known; null where the odds may as well not rise. */
function fitted(bands: readonly Band[]): (NonNullable<riskModel.Calibrated['line']> & { readonly line: Line }) | null {
  const weights = bands.map(weightOf);
  const scores = bands.map(({ score }) => score);
  const odds = bands.map(logOdds);
  const { m: slope, b: start } = weightedLinearRegression(
    bands.map((band) => [band.score, logOdds(band)]),
    weights,
  );
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const error = Z_95 / Math.sqrt(weight * weightedVariance(scores, weights));
  if (!(slope - error > 0)) return null;
  const missed = bands.map((band) => (logOdds(band) - start - slope * band.score) ** 2);
  return {
    line: { slope, start },
    pointsToDouble: rounded(Math.LN2 / slope, 1),
    low: rounded(Math.LN2 / (slope + error), 1),
    high: rounded(Math.LN2 / (slope - error), 1),
    rSquared: rounded(1 - weightedMean(missed, weights) / weightedVariance(odds, weights), 3),
  };
}

/** The share of bad loans that a line expects of loans with these scores, in per cent. */
function expectedOf(line: Line | null, scores: readonly Graded[]): number | null {
  if (line === null || scores.length === 0) return null;
  const share = weightedMean(
    scores.map(({ score }) => 1 / (1 + oddsBy(line, score))),
    scores.map(({ good, bad }) => good + bad),
  );
  return rounded(share * 100, 1);
}

function levelOf(modelLevel: string | null, scores: readonly Graded[], line: Line | null, stated: Line | null) {
  const bad = scores.reduce((sum, one) => sum + one.bad, 0);
  const known = scores.reduce((sum, one) => sum + one.good, bad);
  const observed = shareOf(bad, known);
  const statedPercent = expectedOf(stated, scores);
  return {
    modelLevel,
    known,
    bad,
    observed,
    linePercent: expectedOf(line, scores),
    statedPercent,
    isOff:
      observed !== null && statedPercent !== null && (statedPercent < observed.low || statedPercent > observed.high),
  };
}

/** What a model states of its scores; null where it states nothing. */
function statedBy({ oddsScore, oddsAtScore, pointsToDouble }: riskModel.ModelValue): Scale | null {
  return oddsScore != null && oddsAtScore != null && pointsToDouble != null
    ? { oddsScore, oddsAtScore, pointsToDouble }
    : null;
}

/**
 * How the odds of good to bad loans rise with the score, over all and by level, beside what the model states. Pure.
 * @param counted loans by score, scored by versions that score as `value` does
 */
export function calibrationOf(
  counted: readonly Graded[],
  value: riskModel.ModelValue,
): Omit<riskModel.Calibrated, 'versionNos'> {
  const scores = counted.filter(({ good, bad }) => good + bad > 0);
  const bands = bandsOf(scores);
  const isLong = bands.length >= LEAST_BANDS;
  const found = isLong ? fitted(bands) : null;
  const line = found?.line ?? null;
  const scale = statedBy(value);
  const stated = scale && lineOf(scale);
  const byLevel = Map.groupBy(scores, ({ score }) => riskModel.levelOf(value.levels, score));
  const sum = (of: 'bad' | 'good') => scores.reduce((all, one) => all + one[of], 0);
  return {
    good: sum('good'),
    bad: sum('bad'),
    bands: bands.map((band) => ({
      label: band.from === band.to ? String(band.from) : `${band.from}-${band.to}`,
      good: band.good,
      bad: band.bad,
      odds: rounded(band.good / band.bad, 1),
      lineOdds: line && rounded(oddsBy(line, band.score), 1),
    })),
    line: found && {
      pointsToDouble: found.pointsToDouble,
      low: found.low,
      high: found.high,
      rSquared: found.rSquared,
    },
    lack: found ? null : isLong ? 'NO_SLOPE' : 'FEW_LOANS',
    stated: scale,
    levels: [
      ...value.levels
        .toSorted((one, other) => other.minScore - one.minScore)
        .map(({ modelLevel }) => levelOf(modelLevel, byLevel.get(modelLevel) ?? [], line, stated)),
      levelOf(null, scores, line, stated),
    ],
  };
}
