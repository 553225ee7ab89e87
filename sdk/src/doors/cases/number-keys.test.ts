import { expect, test } from 'vitest';
import { chosenBy, numberKeys } from './number-keys.ts';

test('each of the outcomes has keys of its own, two at most', () => {
  const keys = numberKeys(15);
  expect(keys).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '01', '02', '03', '04', '05', '06']);
  expect(new Set(keys).size).toBe(15);
  for (const [place, typed] of keys.entries()) expect(chosenBy(typed, 15)).toBe(place);
  expect(numberKeys(10).at(-1)).toBe('0');
  expect(chosenBy('0', 10)).toBe(9);
});

test('a 0 waits for its second digit, and what is none of them chooses nothing', () => {
  expect(chosenBy('0', 15)).toBe('waits');
  expect(chosenBy('09', 15)).toBeNull();
  expect(chosenBy('0', 4)).toBeNull();
  expect(chosenBy('7', 4)).toBeNull();
});
