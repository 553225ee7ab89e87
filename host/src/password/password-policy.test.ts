import { describe, expect, it } from 'vitest';
import { generatePassword, policyLines, strengthOf } from './password-policy.ts';

describe('policyLines', () => {
  it.each([
    ['', [false, false, false]],
    ['short', [false, true, true]],
    ['aaaaaaaaaaaa', [true, true, false]],
    ['my-Wanjiru-2026', [true, false, true]],
    ['river-stone-lamp', [true, true, true]],
  ])('%s', (password, met) => {
    expect(policyLines(password, 'wanjiru').map((line) => line.isMet)).toEqual(met);
  });
});

describe('strengthOf', () => {
  it.each([
    ['abc', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['lamp-riverst', 'fair'],
    ['k7Rm-Tq9x-Zp4w-Bn8s', 'strong'],
  ])('%s is %s', (password, expected) => {
    expect(strengthOf(password)).toBe(expected);
  });
});

it('generates a password that meets its own policy', () => {
  const made = generatePassword((count) => crypto.getRandomValues(new Uint32Array(count)));
  expect(made).toMatch(/^(.{4}-){3}.{4}$/);
  expect(policyLines(made, 'wanjiru').every((line) => line.isMet)).toBe(true);
});
