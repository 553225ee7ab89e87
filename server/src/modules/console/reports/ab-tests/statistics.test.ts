import { expect, it } from 'vitest';
import { upperTail } from '../../../collections/sms-campaigns/index.ts';
import { chiSquaredTail, holm, newcombe, plannedSample, splitP } from './statistics.ts';

it('holds the difference of two shares as Newcombe’s paper does', () => {
  const found = newcombe({ of: 70, did: 56 }, { of: 80, did: 48 });
  expect(found?.diff).toBeCloseTo(0.2, 10);
  expect(found?.low).toBeCloseTo(0.0524, 4);
  expect(found?.high).toBeCloseTo(0.3339, 4);
  expect(newcombe({ of: 0, did: 0 }, { of: 80, did: 48 })).toBeNull();
});

it('adjusts several tests by Holm, never above 1, and leaves out what was not tested', () => {
  expect(holm([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06]);
  expect(holm([null, 0.6, 0.7])).toEqual([null, 1, 1]);
});

it('knows the upper tail of the normal distribution, as tables print it', () => {
  for (const [z, tail] of [
    [0, 0.5],
    [1.644854, 0.05],
    [1.959964, 0.025],
    [3.090232, 0.001],
    [-1.281552, 0.9],
    [5, 0.00000028665],
  ] as const) {
    expect(upperTail(z)).toBeCloseTo(tail, 6);
  }
});

it('knows the chi-squared distribution at its 5% points', () => {
  for (const [freedom, value] of [
    [1, 3.841],
    [2, 5.991],
    [3, 7.815],
    [4, 9.488],
    [5, 11.07],
  ] as const) {
    expect(chiSquaredTail(value, freedom)).toBeCloseTo(0.05, 4);
  }
});

it('sees a split that is not as planned, and says nothing of a few', () => {
  const split = (one: number, other: number) =>
    splitP([
      { count: one, share: 50 },
      { count: other, share: 50 },
    ]);
  expect(split(5_000, 5_020)).toBeGreaterThan(0.5);
  expect(split(5_000, 5_500)).toBeLessThan(0.001);
  expect(split(3, 2)).toBeNull();
});

it('plans a sample for a change by a fifth at 5% and a power of 80%', () => {
  expect(plannedSample({ of: 1_000, did: 100 })).toBe(3_841);
  expect(plannedSample({ of: 1_000, did: 0 })).toBeNull();
});
