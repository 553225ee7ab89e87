import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, shareOf, sumCents, totalOf } from '../../platform/ledger/index.ts';
import { daysBetween } from '../../platform/policy/index.ts';
import { interestOfDay, type LoanTerms, planRepayment, splitEvenly } from './schedule.ts';

const terms: LoanTerms = {
  termDays: 90,
  installments: 3,
  dailyInterestBps: 10,
  serviceFeeBps: 500,
  managementFeeBps: 200,
  exciseBps: 2000,
  feeTiming: 'ON_DUE',
};

const anyTerms: fc.Arbitrary<LoanTerms> = fc.record({
  installments: fc.integer({ min: 1, max: 12 }),
  termDays: fc.integer({ min: 12, max: 365 }),
  dailyInterestBps: fc.integer({ min: 0, max: 100 }),
  serviceFeeBps: fc.integer({ min: 0, max: 2500 }),
  managementFeeBps: fc.integer({ min: 0, max: 2500 }),
  exciseBps: fc.integer({ min: 0, max: 2000 }),
  feeTiming: fc.constantFrom('UPFRONT', 'ON_DUE'),
});

describe('planRepayment', () => {
  it('gives the last bill the remainder', () => {
    expect(splitEvenly(10_000_00, 3)).toEqual([3_333_33, 3_333_33, 3_333_34]);
    const plan = planRepayment(10_000_00, terms, '2026-01-31');
    expect(plan.bills.map((bill) => bill.dueDate)).toEqual(['2026-03-02', '2026-04-01', '2026-05-01']);
    expect(plan.bills.map((bill) => bill.amounts.INTEREST)).toEqual([300_00, 200_00, 100_00]);
    expect(plan.paidOutCents).toBe(10_000_00);
  });

  it('keeps upfront fees and their excise back from the payout', () => {
    const plan = planRepayment(10_000_00, { ...terms, feeTiming: 'UPFRONT' }, '2026-01-31');
    expect(plan.upfront).toMatchObject({
      SERVICE_FEE: 500_00,
      MANAGEMENT_FEE: 200_00,
      EXCISE: 140_00,
    });
    expect(plan.paidOutCents).toBe(9_160_00);
    expect(sumCents(plan.bills.map((bill) => bill.amounts.SERVICE_FEE))).toBe(0);
  });

  it('refuses terms that make no loan', () => {
    expect(() => planRepayment(2, terms, '2026-01-31')).toThrow(RangeError);
    expect(() => planRepayment(100_00, { ...terms, termDays: 2 }, '2026-01-31')).toThrow(RangeError);
    const greedy: LoanTerms = { ...terms, serviceFeeBps: 10_000, feeTiming: 'UPFRONT' };
    expect(() => planRepayment(100_00, greedy, '2026-01-31')).toThrow(RangeError);
  });

  it('preserves every sum, rises in dates and ends with the term', () => {
    fc.assert(
      fc.property(fc.integer({ min: 500_00, max: 500_000_00 }), anyTerms, (principal, some) => {
        const plan = planRepayment(principal, some, '2026-01-31');
        const sumOf = (component: (typeof COMPONENTS)[number]) =>
          sumCents(plan.bills.map((bill) => bill.amounts[component])) + plan.upfront[component];
        expect(sumOf('PRINCIPAL')).toBe(principal);
        expect(sumOf('SERVICE_FEE')).toBe(shareOf(principal, some.serviceFeeBps));
        expect(sumOf('MANAGEMENT_FEE')).toBe(shareOf(principal, some.managementFeeBps));
        const fees = sumOf('SERVICE_FEE') + sumOf('MANAGEMENT_FEE');
        expect(sumOf('EXCISE')).toBe(shareOf(fees, some.exciseBps));
        expect(plan.paidOutCents + totalOf(plan.upfront)).toBe(principal);
        const days = plan.bills.map((bill) => daysBetween('2026-01-31', bill.dueDate));
        expect(days).toEqual([...new Set(days)].sort((a, b) => a - b));
        expect(days.at(-1)).toBe(some.termDays);
        for (const bill of plan.bills) {
          for (const component of COMPONENTS) {
            expect(bill.amounts[component]).toBeGreaterThanOrEqual(0);
          }
        }
      }),
    );
  });
});

describe('interestOfDay', () => {
  it('sums to the interest of the term, to the cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000_00 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 365 }),
        (principal, bps, days) => {
          const daily = Array.from({ length: days }, (_, index) => interestOfDay(principal, bps, index + 1));
          expect(sumCents(daily)).toBe(shareOf(principal, bps, days));
          expect(Math.min(...daily)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
