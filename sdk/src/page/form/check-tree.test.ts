import { describe, expect, test } from 'vitest';
import { stateOf, toggled } from './check-tree.ts';
import type { CheckNode } from './check-tree.ts';

const leaf = (key: string, isLocked = false): CheckNode => ({
  key,
  label: key,
  isLocked,
  children: [],
});
const users: CheckNode = {
  key: '/users',
  label: 'Users',
  children: [leaf('add'), leaf('freeze'), leaf('salary', true)],
};
const section: CheckNode = {
  key: 'S',
  label: 'System',
  isHeading: true,
  children: [
    users,
    {
      key: '/roles',
      label: 'Roles',
      children: [],
    },
  ],
};
const roots = [section];
const after = (node: CheckNode, ...chosen: string[]) => toggled(roots, node, new Set(chosen));

describe('a click', () => {
  test('on a page ticks it alone, then all of it, then nothing', () => {
    expect(after(users)).toEqual(['/users']);
    expect(after(users, '/users')).toEqual(['/users', 'add', 'freeze']);
    expect(after(users, '/users', 'add', 'freeze')).toEqual([]);
  });

  test('on an operation ticks its page; taking the page away takes its operations along', () => {
    expect(after(users.children[0]!)).toEqual(['/users', 'add']);
    expect(after(users, '/users', 'add', 'freeze', '/roles')).toEqual(['/roles']);
  });

  test('on a heading ticks and frees all below it', () => {
    const all = ['/roles', '/users', 'add', 'freeze'];
    expect(after(section)).toEqual(all);
    expect(after(section, '/roles')).toEqual(all);
    expect(after(section, ...all)).toEqual([]);
  });

  test('never gives what is locked, and takes it away for good', () => {
    expect(after(users.children[2]!)).toEqual([]);
    expect(after(users.children[2]!, '/users', 'salary')).toEqual(['/users']);
  });
});

test('states are all, some or none; what is locked and not held does not count', () => {
  const state = (...chosen: string[]) => stateOf(section, new Set(chosen));
  expect(state()).toBe('none');
  expect(state('/roles')).toBe('some');
  expect(state('/roles', '/users', 'add', 'freeze')).toBe('all');
  expect(state('/roles', '/users', 'add', 'freeze', 'salary')).toBe('all');
});
