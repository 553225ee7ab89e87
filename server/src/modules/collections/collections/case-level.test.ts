import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CASE_LEVELS, caseLevelOf, nextCaseLevel } from './case-level.ts';

describe('the level of a case', () => {
  it.each([
    [-4, null],
    [-3, 'S0'],
    [0, 'S0'],
    [1, 'S1'],
    [7, 'S1'],
    [8, 'S2'],
    [15, 'S2'],
    [16, 'S3'],
    [30, 'S3'],
    [31, 'S4'],
    [60, 'S4'],
    [61, 'S5'],
    [4000, 'S5'],
  ] as const)('at DPD %d is %s', (dpd, level) => {
    expect(caseLevelOf(dpd)).toBe(level);
  });

  it('never falls while the days pass', () => {
    const rank = (level: string | null) => CASE_LEVELS.findIndex((each) => each.level === level);
    fc.assert(
      fc.property(fc.integer({ min: -30, max: 400 }), (dpd) => {
        expect(rank(caseLevelOf(dpd + 1))).toBeGreaterThanOrEqual(rank(caseLevelOf(dpd)));
      }),
    );
  });

  it('of a retained case stays through any number of days', () => {
    const anyLevel = fc.constantFrom(...CASE_LEVELS.map((each) => each.level));
    fc.assert(
      fc.property(anyLevel, fc.integer({ min: -3, max: 400 }), (caseLevel, dpd) => {
        expect(nextCaseLevel({ caseLevel, caseStatus: 'RETAINED' }, dpd)).toBe(caseLevel);
      }),
    );
    expect(nextCaseLevel({ caseLevel: 'S2', caseStatus: 'COLLECTING' }, 40)).toBe('S4');
    expect(nextCaseLevel({ caseLevel: 'S2', caseStatus: 'COLLECTING' }, -10)).toBe('S2');
  });
});
