import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

test('five failures in a row give the service a rest, then one call tries it', () => {
  const breaker = new Breaker();
  for (let count = 0; count < 4; count += 1) breaker.failed(1_000);
  expect(breaker.waitMs(1_000)).toBe(0);
  breaker.failed(1_000);
  expect(breaker.waitMs(1_001)).toBe(29_999);
  expect(breaker.waitMs(31_000)).toBe(0);
  // The others wait until it was tried.
  expect(breaker.waitMs(31_000)).toBeGreaterThan(0);
  breaker.failed(31_500);
  expect(breaker.waitMs(32_000)).toBeGreaterThan(0);
  expect(breaker.waitMs(61_500)).toBe(0);
  breaker.succeeded();
  expect(breaker.waitMs(61_501)).toBe(0);
});

test('a success in between starts the count again', () => {
  const breaker = new Breaker();
  for (let count = 0; count < 4; count += 1) breaker.failed(0);
  breaker.succeeded();
  for (let count = 0; count < 4; count += 1) breaker.failed(0);
  expect(breaker.waitMs(0)).toBe(0);
});
