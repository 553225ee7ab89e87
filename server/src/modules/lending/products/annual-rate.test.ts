import { expect, it } from 'vitest';
import { annualRatePercent } from './annual-rate.ts';

it('is the daily rate that makes the bills worth the payout, times 365', () => {
  const bills = [{ dueDate: '2026-01-31', totalCents: 100_000 }];
  // (1000 / 900) ^ (1 / 30) - 1 = 0.003518 a day.
  expect(annualRatePercent(90_000, bills, '2026-01-01')).toBeCloseTo(128.42, 1);
});

it('is 0 for a loan that costs nothing, and nothing for one that pays nothing out', () => {
  const bills = [{ dueDate: '2026-01-31', totalCents: 100_000 }];
  expect(annualRatePercent(100_000, bills, '2026-01-01')).toBe(0);
  expect(annualRatePercent(0, bills, '2026-01-01')).toBeNull();
});
