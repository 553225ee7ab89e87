import { describe, expect, it } from 'vitest';
import { formatCount } from '../../format/money.ts';
import { count, decimal, timeOfDay } from './columns.ts';
import { centsOf, moneyRange, requestValueOf } from './filters.ts';

describe('a money filter', () => {
  it('sends integer cents of shillings, either end alone', () => {
    expect(requestValueOf(moneyRange(), '1,000.5..2000')).toEqual({ from: 100_050, to: 200_000 });
    expect(requestValueOf(moneyRange(), '..0.1')).toEqual({ to: 10 });
    expect(requestValueOf(moneyRange(), '8.29..')).toEqual({ from: 829 });
  });

  it('says nothing where nothing that is typed is an amount', () => {
    expect(requestValueOf(moneyRange(), 'much..1.005')).toBeUndefined();
    expect(centsOf('-5')).toBeUndefined();
  });
});

describe('columns of numbers', () => {
  const row = { share: 1234.5, at: '08:30:00' };

  it('never round a count', () => {
    expect(formatCount(1234.5)).toBe('1,234.5');
    expect(count<typeof row>('share').valueOf(row)).toEqual({ kind: 'count', count: 1234.5 });
  });

  it('write decimals alike in every row, and a time of day without seconds', () => {
    expect(decimal<typeof row>('share').valueOf(row)).toEqual({ kind: 'count', count: 1234.5, text: '1,234.50' });
    expect(timeOfDay<typeof row>('at').valueOf(row)).toMatchObject({ text: '08:30' });
  });
});
