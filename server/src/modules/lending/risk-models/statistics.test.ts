import { riskModel } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { wilcoxonRankSum } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import { giniOf, meanOf, psiOf, shareOf } from './statistics.ts';
import { type Arm, drawArm } from './traffic.ts';

const CARD = {
  baseScore: 500,
  attributes: [
    { input: 'age', from: '*', points: -50 },
    { input: 'age', from: '25', points: 0 },
    { input: 'age', from: '40', points: 60 },
    { input: 'age', from: 'UNKNOWN', points: -10 },
    { input: 'loanType', from: 'REPEAT', points: 80 },
    { input: 'loanType', from: '*', points: 0 },
  ],
} as const satisfies { baseScore: number; attributes: readonly riskModel.Attribute[] };
const LEVELS = [
  { modelLevel: 'A', minScore: 600 },
  { modelLevel: 'B', minScore: 450 },
  { modelLevel: 'C', minScore: 0 },
];
const value = (more: object) => ({
  ruleName: 'Standard',
  loanType: 'FIRST',
  scorer: 'SCORECARD',
  ...CARD,
  endpoint: null,
  timeoutMs: 1_000,
  inputSchema: null,
  levels: LEVELS,
  fallbackLevel: null,
  ...more,
});
const faultsOf = (more: object) =>
  riskModel.modelValue.safeParse(value(more)).error?.issues.map(({ path }) => path.join('.'));

describe('a scorecard', () => {
  it('takes the nearest value below, the code, the unknown, or the rest', () => {
    const scoreOf = (inputs: riskModel.ModelInputs) => riskModel.scoreBy(CARD, inputs).score;
    expect([
      scoreOf({ age: 24, loanType: 'FIRST' }),
      scoreOf({ age: 25, loanType: 'FIRST' }),
      scoreOf({ age: 67, loanType: 'REPEAT' }),
      scoreOf({ age: null, loanType: 'FIRST' }),
    ]).toEqual([450, 500, 640, 490]);
    expect([600, 599, 450, 0].map((score) => riskModel.levelOf(LEVELS, score))).toEqual(['A', 'B', 'B', 'C']);
  });

  it('names what cost most first', () => {
    const { lines } = riskModel.scoreBy(CARD, { age: 20, loanType: 'FIRST' });
    expect(riskModel.reasonsOf(lines)).toMatchObject([
      { input: 'age', value: '20', points: -50, mostPoints: 60 },
      { input: 'loanType', points: 0, mostPoints: 80 },
    ]);
  });

  it('refuses gaps, overlaps, values of another input, and scores outside 0 to 1,000', () => {
    expect(faultsOf({})).toBeUndefined();
    expect(faultsOf({ levels: LEVELS.slice(0, 2) })).toEqual(['levels']);
    expect(faultsOf({ levels: [...LEVELS, { modelLevel: 'D', minScore: 0 }] })).toEqual(['levels']);
    expect(faultsOf({ fallbackLevel: 'E' })).toEqual(['fallbackLevel']);
    expect(faultsOf({ attributes: [{ input: 'age', from: 'FIRST', points: 1 }] })).toEqual(['attributes.0.from']);
    expect(faultsOf({ attributes: [{ input: 'age', from: '20', points: 1 }] })).toEqual(['attributes.0.from']);
    expect(faultsOf({ baseScore: 900 })).toEqual(['baseScore']);
    const service = { scorer: 'HTTP', attributes: [], endpoint: 'https://scorer.example', inputSchema: '{' };
    expect(faultsOf(service)).toEqual(['inputSchema']);
    expect(faultsOf({ ...service, endpoint: 'http://scorer.example' })).toEqual(['endpoint', 'inputSchema']);
    expect(faultsOf({ ...service, inputSchema: '{"type":"object","properties":{"county":{}}}' })).toEqual([
      'inputSchema',
    ]);
    expect(faultsOf({ ...service, inputSchema: '{"type":"object","properties":{"age":{}}}' })).toBeUndefined();
  });
});

describe('an arm', () => {
  const arms: readonly Arm[] = [
    { ruleId: 'R000001', role: 'CHAMPION', trafficPercent: 70 },
    { ruleId: 'R000002', role: 'CHALLENGER', trafficPercent: 30 },
    { ruleId: 'R000003', role: 'SHADOW', trafficPercent: 0 },
  ];

  it('is the same for the same customer, and never a shadow', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (customerNo) => {
        const drawn = drawArm('MT000001', customerNo, arms);
        expect(drawn).toEqual(drawArm('MT000001', customerNo, arms));
        expect(drawn?.trafficPercent).toBeGreaterThan(0);
      }),
    );
  });

  it('is drawn in the proportion of the shares, anew in each test', () => {
    const customers = Array.from({ length: 10_000 }, (_, index) => `C${index}`);
    const champions = customers.filter((no) => drawArm('MT000001', no, arms)?.role === 'CHAMPION');
    expect(champions.length / customers.length).toBeGreaterThan(0.68);
    expect(champions.length / customers.length).toBeLessThan(0.72);
    const moved = customers.filter((no) => drawArm('MT000001', no, arms) !== drawArm('MT000002', no, arms));
    expect(moved.length).toBeGreaterThan(3_000);
  });
});

describe('statistics', () => {
  it('reckons gini from the chance that a good loan scored above a bad one', () => {
    const apart = [
      { score: 300, good: 0, bad: 20 },
      { score: 700, good: 80, bad: 0 },
    ];
    expect(giniOf(apart)).toBe(100);
    expect(giniOf([{ score: 500, good: 80, bad: 20 }])).toBe(0);
    expect(giniOf(apart.map((one) => ({ ...one, score: 1_000 - one.score })))).toBe(-100);
    // Of 20 × 80 pairs, the bad one is below in 15 × 80 + 5 × 40, level in none: 2 × 1400 / 1600 − 1.
    const mixed = [
      { score: 300, good: 0, bad: 15 },
      { score: 400, good: 40, bad: 0 },
      { score: 500, good: 0, bad: 5 },
      { score: 600, good: 40, bad: 0 },
    ];
    expect(giniOf(mixed)).toBe(75);
    expect(giniOf([{ score: 1, good: 3, bad: 3 }])).toBeNull();
  });

  it('reckons the gini that the rank sum of single loans gives', () => {
    const score = fc.integer({ min: 300, max: 330 });
    const loans = fc.array(score, { minLength: 10, maxLength: 60 });
    fc.assert(
      fc.property(loans, loans, (good, bad) => {
        const counted = [...new Set([...good, ...bad])].map((at) => ({
          score: at,
          good: good.filter((one) => one === at).length,
          bad: bad.filter((one) => one === at).length,
        }));
        // Rank sum less the ranks that good loans have among themselves: the pairs in which the good one is above.
        const wins = wilcoxonRankSum(good, bad) - (good.length * (good.length + 1)) / 2;
        const gini = (2 * (wins / (good.length * bad.length)) - 1) * 100;
        expect(giniOf(counted)).toBeCloseTo(Number(gini.toFixed(1)), 10);
      }),
    );
  });

  it('reckons the population stability index', () => {
    expect(psiOf([{ reference: 100, recent: 100 }])).toBe(0);
    // (0.25 − 0.5) ln 0.5 + (0.75 − 0.5) ln 1.5 = 0.1733 + 0.1014
    expect(
      psiOf([
        { reference: 100, recent: 50 },
        { reference: 100, recent: 150 },
      ]),
    ).toBe(0.275);
    expect(psiOf([{ reference: 10, recent: 100 }])).toBeNull();
  });

  it('bounds a share by Wilson and an average by its error', () => {
    expect(shareOf(10, 100)).toEqual({ percent: 10, low: 5.5, high: 17.4 });
    expect(shareOf(0, 0)).toBeNull();
    expect(meanOf(100, 50_000, 10_000)).toEqual({ average: 50_000, low: 48_040, high: 51_960 });
    expect(meanOf(1, 50_000, null)).toBeNull();
  });
});
