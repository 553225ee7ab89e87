import { expect, it } from 'vitest';
import { exactCures } from './exact-cures.ts';
import type { WriteOffPlan } from './write-off-state.ts';

const bill = (termNo: number, payoffCents: number, billStatus = 'ACTIVE') =>
  ({ termNo, payoffCents, billStatus, dueDate: `2026-0${termNo}-01` }) as WriteOffPlan['bills'][number];

it('names amounts that settle whole bills from the oldest on, as far as a payment reaches', () => {
  const bills = [bill(3, 300), bill(1, 900, 'SETTLED'), bill(2, 200)];
  expect(exactCures(bills, 499)).toEqual([{ cents: 200, termNos: [2] }]);
  expect(exactCures(bills, 500)).toEqual([
    { cents: 200, termNos: [2] },
    { cents: 500, termNos: [2, 3] },
  ]);
  expect(exactCures(bills, 199)).toEqual([]);
});
