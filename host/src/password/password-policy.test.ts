import { describe, expect, it } from 'vitest';
import { FIRST_RULE, generatePassword, policyLines, strengthOf } from './password-policy.ts';

const { minLength: FIRST_MIN_LENGTH } = FIRST_RULE;

describe('policyLines', () => {
  it.each([
    ['', [false, false, null, null]],
    ['short', [false, true, null, null]],
    ['my-Wanjiru-2026', [true, false, null, null]],
    ['river-stone-lamp', [true, true, null, null]],
  ])('%s', (password, met) => {
    expect(policyLines(password, 'wanjiru', FIRST_RULE).map((line) => line.isMet)).toEqual(met);
  });

  it('turns the lines red that the server names, and no others', () => {
    const lines = policyLines('river-stone-lamp', 'wanjiru', FIRST_RULE, new Set(['earlier']));
    expect(lines.map((line) => line.isMet)).toEqual([true, true, null, false]);
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
  const made = generatePassword((count) => crypto.getRandomValues(new Uint32Array(count)), minLength);
  expect(made).toMatch(new RegExp(`^(.{4}-){${groups - 1}}.{4}$`));
  const lines = policyLines(made, 'wanjiru', { ...FIRST_RULE, minLength });
  expect(lines.filter(({ isMet }) => isMet === false)).toEqual([]);
});

it('asks for as many characters as the company does', () => {
  const [line] = policyLines('river-stone', 'wanjiru', { ...FIRST_RULE, minLength: 14 });
  expect(line).toEqual({ key: 'length', isMet: false });
  expect(strengthOf('k7Rm-Tq9x-Zp4', 14)).toBe('weak');
});
