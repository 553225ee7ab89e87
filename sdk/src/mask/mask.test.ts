import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mask, maskPhone } from './mask.ts';

it.each([
  ['', ''],
  ['Wambo', '*****'],
  ['Wambui', 'Wa**ui'],
  ['王小明', '***'],
])('masks %s as %s', (value, shown) => {
  expect(mask(value)).toBe(shown);
});

it('keeps 2 leading and 3 trailing digits of a phone', () => {
  expect(maskPhone('254712345678')).toBe('25*******678');
  expect(maskPhone('12345')).toBe('*****');
});

it('never shows more than four characters and keeps the length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (value) => {
      const shown = mask(value);
      expect(shown).toHaveLength(value.length);
      const stars = [...shown].filter((character) => character === '*').length;
      expect(stars).toBeGreaterThanOrEqual(Math.max(0, value.length < 6 ? value.length : value.length - 4));
    }),
  );
});
