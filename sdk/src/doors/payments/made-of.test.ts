import { expect, it } from 'vitest';
import { madeOf } from './made-of.ts';

const t = (key: string, facts: Readonly<Record<string, string>> = {}) => [key, ...Object.values(facts)].join(' ');

it('multiplies out what a rule made of its figures, and says where in duplum bit', () => {
  const lateFee = { overduePrincipalCents: 500_000, lateFeeBps: 100, dpd: 3, cutCents: 0 };
  expect(madeOf({ journalKind: 'LATE_FEE', formula: lateFee }, t)).toEqual(['why.lateFee KES 5,000.00 1% 3']);
  expect(madeOf({ journalKind: 'LATE_FEE', formula: { ...lateFee, cutCents: 20_00 } }, t)).toEqual([
    'why.lateFee KES 5,000.00 1% 3',
    'why.cut KES 20.00',
  ]);
  const damages = { overduePrincipalCents: 500_000, liquidatedDamagesBps: 250, dpd: 4, cutCents: 0 };
  expect(madeOf({ journalKind: 'LIQUIDATED_DAMAGES', formula: damages }, t)).toEqual(['why.damages KES 5,000.00 2.5%']);
  const daily = { principalCents: 500_000, dailyInterestBps: 10, day: 5 };
  expect(madeOf({ journalKind: 'INTEREST', formula: daily }, t)).toEqual(['why.interest KES 5,000.00 0.1% 5']);
  const planned = { principalCents: 500_000, termInterestCents: 300_00, days: 30, day: 5 };
  expect(madeOf({ journalKind: 'INTEREST', formula: planned }, t)).toEqual(['why.interestShare KES 300.00 30 5']);
  const extension = { principalCents: 500_000, extensionRateBps: 50, extensionDays: 14, cutCents: 100 };
  expect(madeOf({ journalKind: 'EXTENSION_FEE', formula: extension }, t)).toEqual([
    'why.extension KES 5,000.00 0.5% 14',
    'why.cut KES 1.00',
  ]);
  expect(madeOf({ journalKind: 'IN_DUPLUM', formula: { baseCents: 100_000 } }, t)).toEqual(['why.cap KES 1,000.00']);
  expect(madeOf({ journalKind: 'APPLICATION', formula: null }, t)).toEqual([]);
});
