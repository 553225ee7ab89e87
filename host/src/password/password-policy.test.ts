import { describe, expect, it } from 'vitest';
import { FIRST_MIN_LENGTH, generatePassword, policyLines, strengthOf } from './password-policy.ts';

describe('policyLines', () => {
  it.each([
    ['', [false, false, false]],
    ['short', [false, true, true]],
    ['aaaaaaaaaaaa', [true, true, false]],
    ['my-Wanjiru-2026', [true, false, true]],
    ['river-stone-lamp', [true, true, true]],
  ])('%s', (password, met) => {
    expect(policyLines(password, 'wanjiru', FIRST_MIN_LENGTH).map((line) => line.isMet)).toEqual(
      met,
    );
  });
});

describe('strengthOf', () => {
  it.each([
    ['abc', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['lamp-riverst', 'fair'],
    ['k7Rm-Tq9x-Zp4w-Bn8s', 'strong'],
  ])('%s is %s', (password, expected) => {
    expect(strengthOf(password, FIRST_MIN_LENGTH)).toBe(expected);
  });
});

it.each([
  [FIRST_MIN_LENGTH, 4],
  [19, 4],
  [20, 5],
  [64, 13],
])('generates a password that meets a rule of %i characters', (minLength, groups) => {
  const made = generatePassword(
    (count) => crypto.getRandomValues(new Uint32Array(count)),
    minLength,
  );
  expect(made).toMatch(new RegExp(`^(.{4}-){${groups - 1}}.{4}$`));
  expect(policyLines(made, 'wanjiru', minLength).every((line) => line.isMet)).toBe(true);
});

it('asks for as many characters as the house does', () => {
  const [line] = policyLines('river-stone', 'wanjiru', 14);
  expect(line).toEqual({ key: 'length', isMet: false });
  expect(strengthOf('k7Rm-Tq9x-Zp4', 14)).toBe('weak');
});
