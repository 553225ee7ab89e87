import { expect, test } from 'vitest';
import { markedText } from './marked-text.ts';
import { wordDiff } from './word-diff.ts';

test('marks each word where it stands, whatever its case, the longer one first', () => {
  const words = [
    { word: 'free', action: 'WARN' },
    { word: 'free money', action: 'BLOCK' },
    { word: 'now', action: 'FLAG' },
  ];
  expect(markedText('Free money and FREE now', words)).toEqual([
    { text: 'Free money', mark: 'BLOCK' },
    { text: ' and ', mark: null },
    { text: 'FREE', mark: 'WARN' },
    { text: ' now', mark: null },
  ]);
  expect(markedText('', words)).toEqual([]);
});

test('shows what a version changed, word by word', () => {
  expect(wordDiff('Come back today. Haraka', 'Come back this week. Haraka')).toEqual([
    { text: 'Come ', change: null },
    { text: 'back ', change: null },
    { text: 'today. ', change: 'REMOVED' },
    { text: 'this ', change: 'ADDED' },
    { text: 'week. ', change: 'ADDED' },
    { text: 'Haraka', change: null },
  ]);
});
