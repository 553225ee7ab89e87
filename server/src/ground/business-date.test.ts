import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  businessDateOf,
  daysBetween,
  daysPastDue,
  lapseOfBusinessDate,
  startOfBusinessDate,
} from './business-date.ts';

const instants = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2099-12-31'),
  noInvalidDate: true,
});

describe('business dates', () => {
  it('turn over at midnight in Nairobi, three hours before UTC', () => {
    expect(businessDateOf(new Date('2026-03-31T20:59:59.999Z'))).toBe('2026-03-31');
    expect(businessDateOf(new Date('2026-03-31T21:00:00Z'))).toBe('2026-04-01');
  });

  it('count days past due over month ends and leap years', () => {
    expect(daysPastDue('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysPastDue('2026-02-28', '2026-03-01')).toBe(1);
    expect(daysPastDue('2026-03-01', '2026-02-26')).toBe(-3);
    expect(daysPastDue('2026-03-01', '2026-03-01')).toBe(0);
  });

  it('expire at 23:59 EAT', () => {
    expect(lapseOfBusinessDate('2026-03-31').toISOString()).toBe('2026-03-31T20:59:00.000Z');
  });

  it('refuse what is no date', () => {
    for (const text of ['2026-02-29', '2026-13-01', '26-01-01', '', '2026-1-1']) {
      expect(() => addDays(text, 0), text).toThrow(RangeError);
    }
  });

  it('hold every instant of their day and no other', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const date = businessDateOf(instant);
        expect(startOfBusinessDate(date).getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(startOfBusinessDate(addDays(date, 1)).getTime()).toBeGreaterThan(instant.getTime());
      }),
    );
  });

  it('add and count days as inverses', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -4000, max: 4000 }), (instant, days) => {
        const date = businessDateOf(instant);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
  });
});
