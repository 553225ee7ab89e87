import { expect, it } from 'vitest';
import { defineDictionary } from './dictionary.ts';
import { anyOf, chosenOf, requestValueOf } from './filters.ts';

const LEVEL = defineDictionary('CASE_LEVEL', { S1: 'active', S2: 'active' });

it('sends a list of what is chosen, and nothing of what an address made up', () => {
  expect(requestValueOf(anyOf(LEVEL), 'S1,S2')).toEqual(['S1', 'S2']);
  expect(requestValueOf(anyOf(LEVEL), 'S1,S9')).toEqual(['S1']);
  expect(requestValueOf(anyOf(LEVEL), 'S9')).toBeUndefined();
  expect(requestValueOf(anyOf(LEVEL), ',')).toBeUndefined();
  expect(chosenOf('')).toEqual([]);
});
