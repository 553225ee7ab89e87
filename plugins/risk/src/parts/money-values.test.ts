import { expect, it } from 'vitest';
import { keptValue, shownValue, typedValue } from './money-values.ts';

it('reads and types amounts in shillings, and keeps cents', () => {
  expect(keptValue('appliedCents', '2,000')).toBe('200000');
  expect(keptValue('appliedCents', '2000.5')).toBe('200050');
  expect(typedValue('appliedCents', '200050')).toBe('2000.5');
  expect(shownValue('appliedCents', '200050')).toBe('KES 2,000.50');
});

it('leaves counts, codes and what is no amount as they are', () => {
  expect(keptValue('age', '18')).toBe('18');
  expect(keptValue('appliedCents', '2000.')).toBe('2000.');
  expect(typedValue('appliedCents', '2000.')).toBe('2000.');
  expect(typedValue('monthlyIncomeCents', '*')).toBe('*');
  expect(shownValue('modelLevel', 'A')).toBe('A');
});
