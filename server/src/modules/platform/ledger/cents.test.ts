import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertCents, multiplyDivideFloor, shareOf, sumCents } from './cents.ts';

describe('cents', () => {
  it('multiply exactly past 2^53', () => {
    // 900,719,925,474,099 × 9,999 is about 9 × 10^18; a float would lose the last digits.
    expect(multiplyDivideFloor(900_719_925_474_099, 9_999, 10_000)).toBe(900_629_853_481_551);
    expect(shareOf(900_719_925_474_099, 9_999)).toBe(900_629_853_481_551);
  });

  it('round down', () => {
    expect(shareOf(99, 100)).toBe(0);
    expect(shareOf(100, 100)).toBe(1);
    expect(shareOf(1_000_00, 50, 7)).toBe(35_00);
  });

  it('never accept a fraction or what does not fit', () => {
    expect(() => assertCents(0.5)).toThrow(RangeError);
    expect(() => assertCents(2 ** 53)).toThrow(RangeError);
    expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
    expect(() => shareOf(-1, 1)).toThrow(RangeError);
    expect(() => multiplyDivideFloor(1, 1, 0)).toThrow(RangeError);
  });

  it('are within one cent of the exact share, and never above it', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000_00 });
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 365 }), (amount, bps, days) => {
        const exact = BigInt(amount) * BigInt(bps) * BigInt(days);
        const got = BigInt(shareOf(amount, bps, days)) * 10_000n;
        expect(got <= exact && exact - got < 10_000n).toBe(true);
      }),
    );
  });
});
