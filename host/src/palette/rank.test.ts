import { describe, expect, it } from 'vitest';
import type { MenuLeaf } from '../menu/menu-tree.ts';
import { rankLeaves } from './rank.ts';

function leaf(title: string, section: string, path: string): MenuLeaf {
  return { node: { id: path, title, icon: null, path, externalUrl: null, children: [] }, section };
}

const leaves = [
  leaf('Order management', 'Audit', '/AdminContent/AuditSystem/OrderManagement'),
  leaf('User management', 'Users', '/AdminContent/UserSystem/UserManagement'),
  leaf('Manage roles', 'Users', '/AdminContent/UserSystem/RoleManagement'),
];

describe('rankLeaves', () => {
  it.each([
    ['manage', ['Manage roles', 'Order management', 'User management']],
    ['um', ['User management']],
    ['users role', ['Manage roles']],
    ['AuditSystem', ['Order management']],
    ['zzz', []],
  ])('%s', (typed, titles) => {
    expect(rankLeaves(leaves, typed, []).map((each) => each.node.title)).toEqual(titles);
  });

  it('puts recent pages first where nothing was typed', () => {
    const recent = ['/AdminContent/UserSystem/UserManagement'];
    expect(rankLeaves(leaves, '', recent)[0]?.node.title).toBe('User management');
  });
});
