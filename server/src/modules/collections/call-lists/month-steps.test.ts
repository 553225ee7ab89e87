import { expect, it } from 'vitest';
import { againstSteps, daysLeftIn } from './month-steps.ts';

const monthSteps = [
  { applications: 10, bonusCents: 100 },
  { applications: 25, bonusCents: 300 },
];

it('spreads what the next step still needs over the days that are left, today among them', () => {
  const begun = againstSteps({ today: 4, month: 5, monthSteps }, 3);
  expect(begun).toEqual({ reachedCents: 0, next: { applications: 10, bonusCents: 100, forToday: 3 } });
  const half = againstSteps({ today: 0, month: 10, monthSteps }, 1);
  expect(half).toEqual({ reachedCents: 100, next: { applications: 25, bonusCents: 300, forToday: 15 } });
  expect(againstSteps({ today: 9, month: 40, monthSteps }, 9)).toEqual({ reachedCents: 400, next: null });
});

it('counts the days of a month from one of them on', () => {
  expect(['2026-12-01', '2026-12-31', '2028-02-28', '2027-02-28'].map(daysLeftIn)).toEqual([31, 1, 2, 1]);
});
