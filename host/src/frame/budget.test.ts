import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBudget } from './budget.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const forEver = new AbortController().signal;

/** When each of so many got its turn, in milliseconds from the first. */
async function turns(count: number): Promise<number[]> {
  const budget = createBudget({ burst: 3, perSecond: 10 });
  const begun = performance.now();
  const all = Promise.all(
    Array.from({ length: count }, () => budget.turn(forEver).then(() => Math.round(performance.now() - begun))),
  );
  await vi.runAllTimersAsync();
  return await all;
}

it('lets a page that opens hurry, and then so many pass a second', async () => {
  expect(await turns(6)).toEqual([0, 0, 0, 100, 200, 300]);
});

it('fills up with the time, and no further', async () => {
  const budget = createBudget({ burst: 3, perSecond: 10 });
  expect([1, 2, 3, 4].map(() => budget.take())).toEqual([true, true, true, false]);
  await vi.advanceTimersByTimeAsync(100);
  expect([1, 2].map(() => budget.take())).toEqual([true, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([1, 2, 3, 4].map(() => budget.take())).toEqual([true, true, true, false]);
});

it('keeps nobody waiting who gave up', async () => {
  const budget = createBudget({ burst: 1, perSecond: 0.001 });
  await budget.turn(forEver);
  const aborter = new AbortController();
  const waiting = budget.turn(aborter.signal);
  aborter.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
});
