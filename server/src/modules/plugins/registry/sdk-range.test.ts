import { expect, test } from 'vitest';
import { fitsRange } from './sdk-range.ts';
import { byVersion } from './version-order.ts';

test.each([
  ['1.2.3', '^1.2.0', true],
  ['2.0.0', '^1.2.0', false],
  // A trial comes before the version that it leads to.
  ['1.2.0-beta.1', '^1.2.0', false],
  ['1.2.0-beta.1', '^1.2.0-beta.0', true],
  ['0.1.4', '^0.1.0', true],
  ['0.2.0', '^0.1.0', false],
  ['1.2.9', '~1.2.0', true],
  ['1.2.3', '1.2.3', true],
])('%s in %s: %s', (version, range, fits) => {
  expect(fitsRange(version, range)).toBe(fits);
});

test('versions order as npm orders them', () => {
  const versions = ['1.10.0', '1.4.0', '1.4.0-beta.10', '1.4.0-beta.2'];
  expect(versions.toSorted(byVersion)).toEqual(['1.4.0-beta.2', '1.4.0-beta.10', '1.4.0', '1.10.0']);
});
