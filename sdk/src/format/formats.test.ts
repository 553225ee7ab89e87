import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eatDay, eatHour, formatAge, formatDate, formatDateTime, lastDays, TIME_ZONE } from './dates.ts';
import { formatAmount, formatCount, formatMoney } from './money.ts';

describe('money', () => {
  it('is written as the locale writes it', () => {
    const amounts = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const shillings = new Intl.NumberFormat('en-KE', { style: 'currency', currency: 'KES', currencyDisplay: 'code' });
    fc.assert(
      fc.property(fc.integer({ min: -9e13, max: 9e13 }), (cents) => {
        expect(formatAmount(cents)).toBe(amounts.format(cents / 100));
        expect(formatMoney(cents)).toBe(shillings.format(cents / 100).replace('\u00a0', ' '));
        expect(formatCount(cents)).toBe(cents.toLocaleString('en-KE'));
        expect(formatCount(cents / 1000)).toBe((cents / 1000).toLocaleString('en-KE', { maximumFractionDigits: 20 }));
      }),
    );
  });

  it.each([
    [1_234_567, 'KES 12,345.67'],
    [0, 'KES 0.00'],
    [-50, '-KES 0.50'],
    [null, '-'],
    [undefined, '-'],
  ])('%s cents are %s', (cents, shown) => {
    expect(formatMoney(cents)).toBe(shown);
  });

  it('writes plain amounts and counts', () => {
    expect([formatAmount(100_000), formatCount(1284), formatCount(null)]).toEqual(['1,000.00', '1,284', '-']);
  });
});

describe('dates in Nairobi', () => {
  it('says what the time zone database says, since 1960', () => {
    const form = new Intl.DateTimeFormat('sv', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });
    const moments = fc.date({
      min: new Date('1960-01-02T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const [day = '', time = ''] = form.format(moment).split(' ');
        expect(eatDay(moment)).toBe(day);
        expect(formatDateTime(moment)).toMatch(new RegExp(`, ${time}$`));
        expect(eatHour(moment)).toBe(Number(time.slice(0, 2)));
      }),
    );
  });

  it.each([
    ['2026-11-20T11:05:00Z', '20 Nov 2026, 14:05'],
    ['2026-12-31T21:00:00Z', '1 Jan 2027, 00:00'],
    ['2026-09-05T20:59:59Z', '5 Sep 2026, 23:59'],
    ['not a date', '-'],
    [null, '-'],
  ])('%s is %s', (moment, shown) => {
    expect(formatDateTime(moment)).toBe(shown);
  });

  it('changes the day at midnight there, not in London', () => {
    expect(formatDate('2026-11-20T21:00:00Z')).toBe('21 Nov 2026');
    expect(eatDay('2026-11-20T21:00:00Z')).toBe('2026-11-21');
    expect(eatHour('2026-11-20T21:30:00Z')).toBe(0);
  });

  it('counts the last days with today in it', () => {
    expect(lastDays(7, '2026-11-20T22:00:00Z')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  });

  it('tells ages in the language', () => {
    const now = '2026-11-20T12:00:00Z';
    expect(formatAge('2026-11-20T11:55:00Z', 'en', now)).toBe('5 minutes ago');
    expect(formatAge('2026-11-19T12:00:00Z', 'zh', now)).toBe('昨天');
    expect(formatAge('2026-11-20T08:00:00Z', 'luoa', '2026-11-20T08:05:00Z')).toBe('5 minutes ago');
    expect(formatAge(now, 'en', now)).toBe('this minute');
  });

  it('tells ages in the words of the locale', () => {
    const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    const counts = fc.integer({ min: -2000, max: 2000 });
    fc.assert(
      fc.property(counts, fc.constantFrom('day', 'hour', 'minute'), (count, unit) => {
        const size = { day: 86_400, hour: 3600, minute: 60 }[unit];
        fc.pre(unit === 'day' || Math.abs(count) < (unit === 'hour' ? 24 : 60));
        if (count === 0) return;
        expect(formatAge(count * size * 1000, 'en', 0)).toBe(words.format(count, unit));
      }),
    );
  });
});
