import { describe, expect, test } from 'vitest';
import { faultOfMove, layFlat, matchTree } from './tree-shape.ts';

interface Node {
  readonly id: string;
  readonly below: readonly Node[];
}
const node = (id: string, ...below: Node[]): Node => ({ id, below });
const shape = { idOf: (one: Node) => one.id, childrenOf: (one: Node) => one.below };
const roots = [node('a', node('a1', node('a1x')), node('a2')), node('b', node('b1'))];
const find = (id: string, rows: readonly Node[] = roots): Node => {
  for (const row of rows) {
    if (row.id === id) return row;
    if (id.startsWith(row.id)) return find(id, row.below);
  }
  throw new Error(`no node ${id}`);
};

describe('what is in sight', () => {
  test('closed branches hide what is below them', () => {
    const rows = layFlat(roots, shape, { isExpanded: (id) => id === 'a', found: null });
    expect(rows.map(({ id, level, place, siblings }) => [id, level, place, siblings])).toEqual([
      ['a', 1, 1, 2],
      ['a1', 2, 1, 2],
      ['a2', 2, 2, 2],
      ['b', 1, 2, 2],
    ]);
  });

  test('filters keep the ways to what matches, and all that is below a match', () => {
    const found = matchTree(roots, shape, (row) => row.id === 'a1');
    expect([...found.above]).toEqual(['a']);
    const rows = layFlat(roots, shape, { isExpanded: () => true, found });
    expect(rows.map(({ id, isMatch }) => [id, isMatch])).toEqual([
      ['a', false],
      ['a1', true],
      ['a1x', false],
    ]);
  });
});

test.each([
  ['a', 'a', 'inside', 'own'],
  ['a', 'a1x', 'inside', 'own'],
  ['a', 'a1', 'after', 'own'],
  ['a1', 'a', 'inside', 'same'],
  ['a', null, 'inside', 'same'],
  ['a1', null, 'inside', null],
  ['a1', 'a2', 'after', null],
  ['a1x', 'b1', 'inside', null],
] as const)('moving %s to %s, %s: %s', (row, target, position, fault) => {
  const move = { row: find(row), target: target === null ? null : find(target), position };
  expect(faultOfMove(roots, shape, move)).toBe(fault);
});
