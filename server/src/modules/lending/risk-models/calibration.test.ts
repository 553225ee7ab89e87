import type { riskModel } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrationOf } from './calibration.ts';

const MODEL: riskModel.ModelValue = {
  ruleName: 'Standard',
  loanType: 'FIRST',
  scorer: 'SCORECARD',
  baseScore: 500,
  attributes: [{ input: 'age', from: '*', points: 0 }],
  endpoint: null,
  timeoutMs: 1_000,
  inputSchema: null,
  levels: [
    { modelLevel: 'C', minScore: 0 },
    { modelLevel: 'A', minScore: 650 },
    { modelLevel: 'B', minScore: 450 },
  ],
  fallbackLevel: null,
};
/** One good loan for each bad one at 400, and twice as many each 100 points further. */
const DOUBLING = [
  { score: 400, good: 40, bad: 40 },
  { score: 500, good: 80, bad: 40 },
  { score: 600, good: 160, bad: 40 },
  { score: 700, good: 320, bad: 40 },
];

describe('the odds of good to bad loans', () => {
  it('double each so many points, as the counts say', () => {
    const { line, lack, bands, good, bad } = calibrationOf(DOUBLING, MODEL);
    expect([good, bad, lack]).toEqual([600, 160, null]);
    expect(bands[1]).toEqual({ label: '500', good: 80, bad: 40, odds: 2, lineOdds: 2 });
    expect(line).toMatchObject({ pointsToDouble: 100, rSquared: 1 });
    // Weights 20, 26.7, 32 and 35.6: Σw(x − 572.8)² is 1,337,484, and the slope 0.00693 ± 1.96 / √1,337,484.
    expect([line?.low, line?.high]).toEqual([80.4, 132.4]);
  });

  it('are a line of their logarithm through any such counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 200 }), fc.integer({ min: 1, max: 20 }), (points, odds) => {
        const counted = [500, 560, 620, 680, 740].map((score) => ({
          score,
          good: Math.round(10_000 * odds * 2 ** ((score - 500) / points)),
          bad: 10_000,
        }));
        const { line } = calibrationOf(counted, MODEL);
        expect(line?.pointsToDouble).toBeCloseTo(points, 0);
        expect(line?.rSquared).toBeGreaterThan(0.999);
        expect(line && line.low <= points && points <= line.high).toBe(true);
      }),
    );
  });

  it('are read of bands that have enough of either, the last ones joined to the one before', () => {
    const { bands } = calibrationOf(
      [
        { score: 310, good: 3, bad: 12 },
        { score: 340, good: 2, bad: 9 },
        { score: 355, good: 6, bad: 5 },
        { score: 420, good: 20, bad: 15 },
        { score: 455, good: 30, bad: 10 },
        { score: 1_000, good: 50, bad: 2 },
        { score: 1_000 - 1, good: 0, bad: 0 },
      ],
      MODEL,
    );
    expect(bands.map(({ label, good, bad }) => [label, good, bad])).toEqual([
      ['310-355', 11, 26],
      ['420', 20, 15],
      ['455-1000', 80, 12],
    ]);
  });

  it('say nothing where there are too few loans, or none that went bad', () => {
    const few = calibrationOf(
      DOUBLING.map(({ score, good }) => ({ score, good, bad: 9 })),
      MODEL,
    );
    // Four times nine bad loans are two bands.
    expect(few.bands).toHaveLength(2);
    expect(few).toMatchObject({ line: null, lack: 'FEW_LOANS' });
    const good = calibrationOf(
      DOUBLING.map((one) => ({ ...one, bad: 0 })),
      { ...MODEL, oddsScore: 400, oddsAtScore: 1, pointsToDouble: 100 },
    );
    expect(good).toMatchObject({ bands: [], line: null, lack: 'FEW_LOANS', good: 600, bad: 0 });
    expect(good.levels[0]).toMatchObject({ modelLevel: 'A', known: 320, bad: 0, linePercent: null, isOff: true });
    expect(good.levels[0]?.observed).toEqual({ percent: 0, low: 0, high: 1.2 });
    expect(calibrationOf([], MODEL)).toMatchObject({ good: 0, bad: 0, bands: [], lack: 'FEW_LOANS' });
  });

  it('have no line where they do not rise with the score beyond chance', () => {
    const [level, falling] = [
      DOUBLING.map(({ score }) => ({ score, good: 80, bad: 40 })),
      DOUBLING.map(({ score, ...counts }) => ({ ...counts, score: 1_000 - score })),
    ];
    for (const counted of [level, falling]) {
      const { line, lack, bands } = calibrationOf(counted, MODEL);
      expect([line, lack]).toEqual([null, 'NO_SLOPE']);
      expect(bands.map(({ lineOdds }) => lineOdds)).toEqual([null, null, null, null]);
    }
  });
});

describe('what a model states of its odds', () => {
  const stating = (oddsAtScore: number) => ({ ...MODEL, oddsScore: 400, oddsAtScore, pointsToDouble: 100 });

  it('is beside what came, by level and over all', () => {
    const { levels, stated } = calibrationOf(DOUBLING, stating(1));
    expect(stated).toEqual({ oddsScore: 400, oddsAtScore: 1, pointsToDouble: 100 });
    expect(levels.map(({ modelLevel, known, bad, statedPercent }) => [modelLevel, known, bad, statedPercent])).toEqual([
      ['A', 360, 40, 11.1],
      ['B', 320, 80, 25],
      ['C', 80, 40, 50],
      [null, 760, 160, 21.1],
    ]);
    for (const { observed, statedPercent, linePercent, isOff } of levels) {
      expect([statedPercent, linePercent, isOff]).toEqual([observed?.percent, observed?.percent, false]);
    }
  });

  it('is marked where it is outside the bounds of what came', () => {
    // Three good for each bad at 400: 4% of the best level would go bad, and 11.1% did.
    const [best] = calibrationOf(DOUBLING, stating(3)).levels;
    expect(best).toMatchObject({ modelLevel: 'A', statedPercent: 4, isOff: true });
    expect(calibrationOf(DOUBLING, MODEL)).toMatchObject({ stated: null });
  });
});
