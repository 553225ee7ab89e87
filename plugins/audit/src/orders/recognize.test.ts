import { expect, test } from 'vitest';
import { recognize } from './recognize.ts';

test.each([
  ['254712345678', 'phone', '254712345678'],
  ['+254 712 345 678', 'phone', '254712345678'],
  ['0712-345-678', 'phone', '254712345678'],
  ['712345678', 'phone', '254712345678'],
  ['12345678', 'idCardNo', '12345678'],
  ['LO0000000012', 'orderNo', 'LO0000000012'],
  ['LO1\nLO2; LO1,TP-9', 'orderNo', 'LO1, LO2, TP-9'],
])('%s is a %s', (typed, kind, value) => {
  expect(recognize(typed)).toMatchObject({ kind, value });
});

test('nothing is nothing', () => {
  expect(recognize('  ')).toBeNull();
});
