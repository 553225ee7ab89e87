import { expect, it } from 'vitest';
import { createLane } from './lane.ts';

it('runs so many at once, the others in their turn, and not what was given up meanwhile', async () => {
  const inTurn = createLane(2);
  const ran: number[] = [];
  let most = 0;
  let running = 0;
  const givenUp = new AbortController();
  const works = Array.from({ length: 20 }, (_, index) =>
    inTurn(
      async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        ran.push(index);
      },
      index === 7 ? givenUp.signal : new AbortController().signal,
    ),
  );
  givenUp.abort();
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([7]);
  expect([most, ran.length]).toEqual([2, 19]);
});
