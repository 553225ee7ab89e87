import { expect, test } from 'vitest';
import { BiggestFirst } from './biggest-first.ts';

/** Work that goes on until it is told to end. */
function held(log: string[], name: string) {
  let end = (): void => undefined;
  const work = () =>
    new Promise<string>((resolve) => {
      log.push(name);
      end = () => resolve(name);
    });
  return { work, end: () => end() };
}

test('so many at a time, the most costly of those that wait first', async () => {
  const queue = new BiggestFirst(2);
  const begun: string[] = [];
  const works = ['a', 'b', 'small', 'large', 'middle'].map((name) => held(begun, name));
  const costs = [1, 1, 1, 9, 5];
  const done = works.map(({ work }, index) => queue.run(costs[index] ?? 0, work));
  expect(begun).toEqual(['a', 'b']);
  for (const index of [0, 1, 3, 4, 2]) {
    works[index]?.end();
    await done[index];
  }
  expect(begun).toEqual(['a', 'b', 'large', 'middle', 'small']);
});

test('what fails makes room for the next, and is told to whoever asked', async () => {
  const queue = new BiggestFirst(1);
  const failed = queue.run(1, async () => await Promise.reject(new Error('no room')));
  const next = queue.run(1, async () => await Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no room');
  await expect(next).resolves.toBe('done');
});
