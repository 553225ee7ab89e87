import { expect, it } from 'vitest';
import { unexplainedOf } from './booked.ts';

it.each([
  // Nothing on its way: all of it is unexplained.
  [-500, 0, -500],
  // It left, and the books do not know yet.
  [-500, 500, 0],
  [-700, 500, -200],
  // It has not left.
  [0, 500, 0],
  // More than the books say has another cause.
  [300, 500, 300],
])('a difference of %i with %i on its way leaves %i', (difference, inFlight, left) => {
  expect(unexplainedOf(difference, inFlight)).toBe(left);
});
