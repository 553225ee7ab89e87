// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { textRanges } from './text-ranges.ts';

test('finds words in any case, each place once, and not in the box they were typed in', () => {
  const root = document.createElement('div');
  root.innerHTML = '<p>Wanjiru <b>wanjiru</b></p><form>WANJIRU</form><td>No Wanjiru, WANJIRU</td>';
  const found = textRanges(root, 'WanJiru', root.querySelector('form'));
  expect(found.map(String)).toEqual(['Wanjiru', 'wanjiru', 'Wanjiru', 'WANJIRU']);
  expect(textRanges(root, 'kamau', null)).toEqual([]);
});

test('marks no more than a person looks through', () => {
  const root = document.createElement('p');
  root.textContent = 'ab '.repeat(500);
  expect(textRanges(root, 'ab', null)).toHaveLength(200);
});
