import { expect, test } from 'vitest';
import { isFlag, isNumber, isText, listOf, nullable, objectOf, oneOf, shaped } from './shape.ts';

const person = objectOf({
  name: isText,
  age: nullable(isNumber),
  theme: oneOf('light', 'dark'),
  tags: listOf(isText),
  isActive: isFlag,
});
const whole = { name: 'Achieng', age: null, theme: 'dark', tags: ['a'], isActive: true };

test('takes what has the shape, with fields it does not know', () => {
  expect(person(whole)).toBe(true);
  expect(person({ ...whole, age: 31, other: 1 })).toBe(true);
});

test.each([
  ['a missing field', { ...whole, name: undefined }],
  ['a wrong kind', { ...whole, age: '31' }],
  ['a number that is none', { ...whole, age: NaN }],
  ['a word that is not listed', { ...whole, theme: 'pink' }],
  ['one wrong entry', { ...whole, tags: ['a', 2] }],
  ['null', null],
  ['a list', [whole]],
  ['a text', 'whole'],
])('refuses %s', (_, value) => {
  expect(person(value)).toBe(false);
});

test('gives the other value in the place of a broken one', () => {
  expect(shaped(listOf(isText), ['a'], [])).toEqual(['a']);
  expect(shaped(listOf(isText), 'a', [])).toEqual([]);
});
