import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENTS, shareOf, sumCents, totalOf } from '../../platform/ledger/index.ts';
import { daysBetween } from '../../platform/policy/index.ts';
import { interestOfDay, type LoanTerms, planRepayment, splitEvenly, spreadInterestOfDay } from './schedule.ts';

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

const priced: LoanTerms = {
  ...terms,
  termDays: 360,
  termMonths: 12,
  installments: 12,
  interestMethod: 'ANNUITY',
  rateUnit: 'ANNUAL',
  dailyInterestBps: 0,
  interestBps: 1_200,
  dayCount: 'THIRTY_360',
  serviceFeeBps: 0,
  managementFeeBps: 0,
};

describe('equal instalments', () => {
  it('are the published example: 5,000 at 6.99% a year over 8 months is 641.49 a month', () => {
    // mathondemand.com/solutions/monthly-loan-payment-on-a-5000-loan-for-8-months-with-a-6-99-interest-rate
    const eight: LoanTerms = { ...priced, interestBps: 699, termMonths: 8, termDays: 240, installments: 8 };
    const { bills } = planRepayment(5_000_00, eight, '2026-01-01');
    const sums = bills.map(({ amounts }) => totalOf(amounts));
    expect(sums.slice(0, -1)).toEqual(Array.from({ length: 7 }, () => 641_49));
  });

  it('are 88.85 a month for 1,000.00 at 12% a year over 12 months, and end within cents of it', () => {
    const { bills } = planRepayment(1_000_00, priced, '2026-01-31');
    const sums = bills.map(({ amounts }) => totalOf(amounts));
    expect(sums.slice(0, -1)).toEqual(Array.from({ length: 11 }, () => 88_85));
    expect(bills.map(({ amounts }) => amounts.INTEREST).slice(0, 3)).toEqual([10_00, 9_21, 8_42]);
    expect(bills.map(({ dueDate }) => dueDate).slice(0, 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
    expect(Math.abs((sums.at(-1) ?? 0) - 88_85)).toBeLessThanOrEqual(12);
  });

  it('of the days that a month has differ in interest alone when the money arrives later', () => {
    const actual: LoanTerms = { ...priced, dayCount: 'ACTUAL_365' };
    const sent = planRepayment(10_000_00, actual, '2026-01-31');
    const kept = sent.bills.map(({ amounts }) => amounts.PRINCIPAL);
    const arrived = planRepayment(10_000_00, actual, '2026-02-03', kept);
    expect(arrived.bills.map(({ amounts }) => amounts.PRINCIPAL)).toEqual(kept);
    expect(arrived.bills[0]).toMatchObject({ dueDate: '2026-03-03', interestFrom: '2026-02-03' });
  });
});

describe('flat interest', () => {
  it('is the published example: 10,000 at 8% a year for 5 years is 66.67 of interest a month', () => {
    // sglicensedmoneylender.com.sg/reducing-interest-vs-flat-interest: (10,000 x 8% x 5) / 60.
    const flat: LoanTerms = {
      ...priced,
      interestMethod: 'FLAT',
      interestBps: 800,
      termMonths: 60,
      termDays: 1_800,
      installments: 60,
    };
    const { bills } = planRepayment(10_000_00, flat, '2026-01-01');
    const interest = bills.map(({ amounts }) => amounts.INTEREST);
    expect(sumCents(interest)).toBe(4_000_00);
    expect(interest[0]).toBe(66_66);
    expect(bills[0]).toMatchObject({ interestBaseCents: 10_000_00, isSpread: true });
  });
});

describe('grace and fixed fees', () => {
  it('moves the first term, with the interest of those days on the first bill unless they are free', () => {
    const late: LoanTerms = { ...terms, startGraceDays: 10 };
    const plain = planRepayment(9_000_00, terms, '2026-01-31');
    const charged = planRepayment(9_000_00, late, '2026-01-31');
    const free = planRepayment(9_000_00, { ...late, isStartGraceFree: true }, '2026-01-31');
    expect(charged.bills.map(({ dueDate }) => dueDate)).toEqual(['2026-03-12', '2026-04-11', '2026-05-11']);
    expect(charged.bills[0]?.interestFrom).toBe('2026-01-31');
    expect(free.bills[0]?.interestFrom).toBe('2026-02-10');
    const interest = (plan: typeof plain) => plan.bills.map(({ amounts }) => amounts.INTEREST);
    expect(interest(free)).toEqual(interest(plain));
    expect(interest(charged)).toEqual([270_00 + 90_00, 180_00, 90_00]);
  });

  it('adds fixed fees to their shares, and excise on both', () => {
    const fixed: LoanTerms = { ...terms, serviceFeeCents: 150_00, managementFeeCents: 50_00, feeTiming: 'UPFRONT' };
    const { upfront, paidOutCents } = planRepayment(10_000_00, fixed, '2026-01-31');
    expect(upfront).toMatchObject({ SERVICE_FEE: 650_00, MANAGEMENT_FEE: 250_00, EXCISE: 180_00 });
    expect(paidOutCents).toBe(8_920_00);
  });
});

describe('every method', () => {
  it('repays the principal exactly, in rising dates, the last bill taking the rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000_00, max: 500_000_00 }),
        fc.constantFrom('EQUAL_PRINCIPAL', 'ANNUITY', 'FLAT'),
        fc.constantFrom('MONTHLY', 'ANNUAL'),
        fc.constantFrom('ACTUAL_365', 'THIRTY_360'),
        fc.integer({ min: 0, max: 2_000 }),
        fc.constantFrom<[months: number | undefined, installments: number]>([12, 12], [6, 3], [undefined, 4], [1, 1]),
        fc.integer({ min: 0, max: 60 }),
        (principal, interestMethod, rateUnit, dayCount, interestBps, [termMonths, installments], startGraceDays) => {
          const termDays = (termMonths ?? 4) * 30;
          const some: LoanTerms = {
            ...priced,
            interestMethod,
            rateUnit,
            dayCount,
            interestBps,
            termMonths,
            installments,
            termDays,
            startGraceDays,
          };
          const { bills } = planRepayment(principal, some, '2026-01-31');
          const principals = bills.map(({ amounts }) => amounts.PRINCIPAL);
          expect(sumCents(principals)).toBe(principal);
          expect(Math.min(...principals)).toBeGreaterThan(0);
          const dates = bills.map(({ dueDate }) => dueDate);
          expect(dates).toEqual([...new Set(dates)].sort());
          if (interestMethod !== 'ANNUITY') {
            // The last takes the remainder of an even split: less than a cent a bill.
            expect(Math.max(...principals) - Math.min(...principals)).toBeLessThan(installments);
          } else {
            expect(principals.slice(0, -1)).toEqual(
              principals.slice(0, -1).toSorted((a, b) => (dayCount === 'THIRTY_360' ? a - b : 0)),
            );
          }
          if (interestMethod === 'ANNUITY' && startGraceDays === 0) {
            const sums = bills.map(({ amounts }) => totalOf(amounts));
            expect(new Set(sums.slice(0, -1)).size).toBeLessThanOrEqual(1);
            expect(Math.abs((sums.at(-1) ?? 0) - (sums[0] ?? 0))).toBeLessThanOrEqual(2 * installments);
          }
          // Without a rate there is no interest, and a dearer one never costs less.
          const interest = sumCents(bills.map(({ amounts }) => amounts.INTEREST));
          const dearer = planRepayment(principal, { ...some, interestBps: interestBps + 100 }, '2026-01-31');
          expect(sumCents(dearer.bills.map(({ amounts }) => amounts.INTEREST))).toBeGreaterThanOrEqual(interest);
          if (interestBps === 0) expect(interest).toBe(0);
          for (const { amounts, interestFrom, dueDate } of bills) {
            const days = daysBetween(interestFrom, dueDate);
            const nights = Array.from({ length: days }, (_, day) =>
              spreadInterestOfDay(amounts.INTEREST, days, day + 1),
            );
            expect(sumCents(nights)).toBe(amounts.INTEREST);
          }
        },
      ),
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
