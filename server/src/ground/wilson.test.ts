import { expect, it } from 'vitest';
import { wilson } from './wilson.ts';

// Newcombe (1998), Statistics in Medicine 17, table I: method 3, the score method.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('bounds %i of %i as published', (did, of, low, high) => {
  const bounds = wilson({ of, did });
  expect(bounds.low).toBeCloseTo(low, 4);
  expect(bounds.high).toBeCloseTo(high, 4);
});
