import { describe, expect, it } from 'vitest';
import { calculate } from './calculate.ts';

describe('calculate', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['12,345.67 - 345.67', 12000],
    ['0.1 + 0.2', 0.3],
    ['-4 / 2', -2],
    ['200 * 15%', 30],
    ['200 + 15%', 230],
    ['1,000 - 16%', 840],
    ['100 + 50% * 10', 105],
    ['1 / 0', null],
    ['', null],
    ['2 +', null],
    ['alert(1)', null],
    ['(1', null],
  ])('%s', (line, expected) => {
    expect(calculate(line)).toBe(expected);
  });
});
