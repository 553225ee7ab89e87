import { loanLimit } from '@kituo/sdk/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, held, isLooser, usedPercent, waits } from './rules.ts';

const cents = fc.integer({ min: 1, max: 50 }).map((shillings) => shillings * 100);
const most = fc.oneof(fc.constant(-1), fc.constant(0), fc.integer({ min: 1, max: 20 }));
const limits = fc.record({
  minAmountCents: cents,
  maxAmountCents: cents,
  dailyAmountLimitCents: most.map((limit) => (limit > 0 ? limit * 1_000 : limit)),
  dailyOrderLimit: most,
  alertPercent: fc.integer({ min: 1, max: 100 }),
});
const nothing = { usedCents: 0, usedOrders: 0 };
const LIMIT = {
  minAmountCents: 100,
  maxAmountCents: 5_000,
  dailyAmountLimitCents: 10_000,
  dailyOrderLimit: 3,
  alertPercent: 80,
};

describe('a day of lending', () => {
  it('never takes more than the limit, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(limits, fc.array(cents, { maxLength: 40 }), (limit, asked) => {
        let use = nothing;
        for (const amount of asked) {
          if (!fits(limit, use, amount)) continue;
          use = { usedCents: use.usedCents + amount, usedOrders: use.usedOrders + 1 };
        }
        const { dailyAmountLimitCents, dailyOrderLimit } = limit;
        if (dailyAmountLimitCents !== -1) expect(use.usedCents).toBeLessThanOrEqual(dailyAmountLimitCents);
        if (dailyOrderLimit !== -1) expect(use.usedOrders).toBeLessThanOrEqual(dailyOrderLimit);
        if (dailyAmountLimitCents === -1 && dailyOrderLimit === -1) expect(use.usedOrders).toBe(asked.length);
      }),
    );
  });

  it('marks of a queue exactly those that would be refused, and lets no younger one pass a waiting older one', () => {
    fc.assert(
      fc.property(
        limits,
        cents,
        fc.nat(20),
        fc.array(cents, { maxLength: 20 }),
        (limit, usedCents, usedOrders, queue) => {
          const use = { usedCents, usedOrders };
          const marks = held(limit, use, queue);
          expect(marks).toEqual(queue.map((amount, at) => waits(limit, use, amount, queue.slice(0, at))));
          const first = queue.findIndex((amount, at) => marks[at] && fits(limit, nothing, amount));
          if (first >= 0) expect(marks.slice(first)).not.toContain(false);
        },
      ),
    );
  });

  it('is not held up by what no day takes', () => {
    const use = { usedCents: 2_000, usedOrders: 1 };
    expect(held(LIMIT, use, [10_100, 8_000])).toEqual([true, false]);
    expect(held(LIMIT, use, [9_000, 100])).toEqual([true, true]);
    expect(held({ ...LIMIT, dailyOrderLimit: 0 }, nothing, [100, 100])).toEqual([true, true]);
  });

  it('is used in percent of the nearer limit', () => {
    expect(usedPercent(LIMIT, { usedCents: 8_999, usedOrders: 1 })).toBe(89);
    expect(usedPercent(LIMIT, { usedCents: 100, usedOrders: 2 })).toBe(66);
    const open = { ...LIMIT, dailyAmountLimitCents: -1, dailyOrderLimit: -1 };
    expect(usedPercent(open, { usedCents: 1, usedOrders: 1 })).toBeNull();
    expect(usedPercent({ ...open, dailyOrderLimit: 0 }, nothing)).toBe(100);
  });
});

describe('a change of a limit', () => {
  it('is looser exactly where some day or loan fits by it that did not before', () => {
    fc.assert(
      fc.property(limits, limits, cents, fc.nat(30), cents, (next, before, usedCents, usedOrders, amount) => {
        const use = { usedCents, usedOrders };
        if (!isLooser(next, before) && fits(next, use, amount)) expect(fits(before, use, amount)).toBe(true);
        expect(isLooser(before, before)).toBe(false);
        expect(isLooser(next, null)).toBe(false);
      }),
    );
    const raises = [
      { maxAmountCents: 5_100 },
      { minAmountCents: 50 },
      { dailyAmountLimitCents: -1 },
      { dailyOrderLimit: 4 },
    ];
    for (const raise of raises) expect(isLooser({ ...LIMIT, ...raise }, LIMIT)).toBe(true);
    const lowers = [
      { maxAmountCents: 4_900 },
      { minAmountCents: 200 },
      { dailyAmountLimitCents: 0 },
      { alertPercent: 100 },
    ];
    for (const lower of lowers) expect(isLooser({ ...LIMIT, ...lower }, LIMIT)).toBe(false);
  });

  it('has whole shillings, at least and at most in order, and -1 for unlimited alone', () => {
    const isFine = (change: object) => loanLimit.loanLimit.safeParse({ ...LIMIT, ...change }).success;
    expect(isFine({ dailyAmountLimitCents: -1, dailyOrderLimit: 0 })).toBe(true);
    const wrong = [
      { maxAmountCents: 0 },
      { minAmountCents: 5_100 },
      { dailyAmountLimitCents: -2 },
      { dailyAmountLimitCents: 150 },
      { dailyOrderLimit: -2 },
      { alertPercent: 0 },
      { alertPercent: 101 },
    ];
    for (const change of wrong) expect(isFine(change)).toBe(false);
  });
});
