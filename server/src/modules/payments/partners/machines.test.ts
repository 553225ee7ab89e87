import { expect, it } from 'vitest';
import { checkMachine } from '../../../state-machine/testing/machine-checks.ts';
import { differencePercent, dueOf } from './due.ts';
import { partnerDayMachine } from './partner-day.machine.ts';

checkMachine(partnerDayMachine, {
  OPEN: ['OPEN', 'CONFIRMED'],
  CONFIRMED: ['OPEN', 'PAID'],
  PAID: [],
});

it('owes a price for each approved application, or a share rounded down to the cent', () => {
  const counts = { ourApplied: 100, partnerApplied: 94, approved: 7, disbursedCents: 99_999 };
  expect(dueOf({ unitPriceCents: 150_00, shareBps: null }, counts)).toBe(1_050_00);
  expect(dueOf({ unitPriceCents: null, shareBps: 125 }, counts)).toBe(1_249);
  expect(differencePercent(counts)).toBe(6);
  expect(differencePercent({ ...counts, partnerApplied: 105 })).toBe(5);
  expect(differencePercent({ ...counts, ourApplied: 0, partnerApplied: 1 })).toBe(100);
});
