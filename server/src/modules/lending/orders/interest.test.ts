import { describe, expect, it } from 'vitest';
import { addMonths, annualBpsOf, annuityOf, days360, interestFor, type InterestTerms, isByTheDay } from './interest.ts';

const monthly = (interestBps: number): InterestTerms => ({
  rateUnit: 'MONTHLY',
  dailyInterestBps: 0,
  interestBps,
  dayCount: 'THIRTY_360',
});
const annual = (interestBps: number): InterestTerms => ({ ...monthly(interestBps), rateUnit: 'ANNUAL' });
const months = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    from: addMonths('2026-01-01', index),
    to: addMonths('2026-01-01', index + 1),
    months: 1,
  }));

/* Examples of Excel's functions PMT, PPMT and IPMT (support.microsoft.com, a page for each). */
describe('published figures', () => {
  it('PMT(8%/12, 10, 10000) is 1,037.03', () => {
    expect(annuityOf(10_000_00, annual(800), months(10))).toBe(1_037_03);
  });

  it('PPMT(10%/12, 1, 24, 2000) is 75.62 of principal in the first month', () => {
    const terms = annual(1_000);
    const first = interestFor(2_000_00, terms, months(1));
    expect(annuityOf(2_000_00, terms, months(24)) - first).toBe(75_62);
  });

  it('IPMT(10%/12, 1, 36, 8000) is 66.67 of interest in the first month', () => {
    expect(interestFor(8_000_00, annual(1_000), months(1))).toBe(66_67);
  });
});

describe('interest', () => {
  it('is by day, month and year what the unit says, to 0.01%', () => {
    const month = months(1);
    expect(interestFor(100_000_00, monthly(101), month)).toBe(1_010_00);
    expect(interestFor(100_000_00, annual(1_201), month)).toBe(1_000_83);
    expect(interestFor(100_000_00, { dailyInterestBps: 3 }, month)).toBe(930_00);
    expect(interestFor(100_000_00, { ...annual(1_200), dayCount: 'ACTUAL_365' }, month)).toBe(1_019_18);
    expect(annualBpsOf(monthly(101))).toBe(1_212);
    expect(annualBpsOf({ dailyInterestBps: 10 })).toBe(3_650);
  });

  it('is charged night by night only where it was before there was a choice', () => {
    expect(isByTheDay({ dailyInterestBps: 10 })).toBe(true);
    expect(isByTheDay({ dailyInterestBps: 10, interestMethod: 'FLAT' })).toBe(false);
    expect(isByTheDay({ dailyInterestBps: 10, dayCount: 'THIRTY_360' })).toBe(false);
    expect(isByTheDay(annual(1_200))).toBe(false);
  });
});

describe('dates', () => {
  it('counts 30 days a month, the 31st as the 30th', () => {
    // Excel's DAYS360 publishes 1 and 30 for the first two; the third is its European method.
    expect(days360('2011-01-30', '2011-02-01')).toBe(1);
    expect(days360('2011-01-01', '2011-02-01')).toBe(30);
    expect(days360('2011-01-01', '2011-12-31')).toBe(359);
  });

  it('keeps the day of the month, or the last where a month is shorter', () => {
    expect([1, 2, 13].map((count) => addMonths('2026-01-31', count))).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2027-02-28',
    ]);
    expect(addMonths('2027-12-31', 2)).toBe('2028-02-29');
  });
});
