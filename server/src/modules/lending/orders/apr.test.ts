import { expect, it } from 'vitest';
import { addDays } from '../../platform/policy/index.ts';
import { aprPercent } from './apr.ts';

const LENT_ON = '1994-01-01';
const after = (days: number, totalCents: number) => ({ dueDate: addDays(LENT_ON, days), totalCents });

/*
 * The four published examples of consumer credit in the European Union, on a calendar basis: Directive 98/7/EC
 * (proposal COM(1996) 79), Annex III, part A. Directive 2008/48/EC, Annex I, keeps the equation.
 */
it.each([
  ['a loan of 1,000 repaid with 1,200 after 546 days', 100_000, [after(546, 120_000)], 12.96],
  ['the same with 50 of expenses kept back', 95_000, [after(546, 120_000)], 16.9],
  ['1,000 in two payments of 600 after one year and two', 100_000, [after(365, 60_000), after(730, 60_000)], 13.07],
  [
    '1,000 in 272, 272 and 544 after 3, 6 and 12 months',
    100_000,
    [after(90, 27_200), after(181, 27_200), after(365, 54_400)],
    13.23,
  ],
])('is the published rate of %s', (_what, paidOutCents, bills, percent) => {
  expect(aprPercent(paidOutCents, bills, LENT_ON)).toBeCloseTo(percent, 1);
});

it('is 0 for a loan that costs nothing, and nothing for one that pays nothing out', () => {
  expect(aprPercent(100_000, [after(30, 100_000)], LENT_ON)).toBe(0);
  expect(aprPercent(0, [after(30, 100_000)], LENT_ON)).toBeNull();
});
