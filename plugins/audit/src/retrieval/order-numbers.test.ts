import { expect, it } from 'vitest';
import { numbersIn } from './order-numbers.ts';

it('reads numbers however they were pasted, in their order', () => {
  expect(numbersIn(' LO1, LO2\r\nLO3;LO1，LO4\t\n')).toEqual(['LO1', 'LO2', 'LO3', 'LO1', 'LO4']);
  expect(numbersIn(' ,\n ')).toEqual([]);
});
