import type { MenuItem } from '@kituo/sdk/contracts';
import { describe, expect, it } from 'vitest';
import { drawMenu, externalAddress, filterMenu, menuLeaves } from './menu-tree.ts';

function item(menuName: string, perms: string | null, childList: MenuItem[] = []): MenuItem {
  return { menuName, perms, externalUrl: null, icon: null, childList };
}

const routes = new Map([
  ['/admincontent/usersystem/usermanagement', '/AdminContent/UserSystem/UserManagement'],
  ['/admincontent/home', '/AdminContent/Home'],
]);
const menus: MenuItem[] = [
  item('Home', '/ADMINCONTENT/home'),
  item('Users', null, [
    item('User management', '/admincontent/usersystem/usermanagement/'),
    item('Roles', '/AdminContent/UserSystem/RoleManagement'),
  ]),
  item('Risk', null, [item('Rule sets', '/AdminContent/RiskControlSystem/RuleSet')]),
  { ...item('Wiki', null), externalUrl: 'https://wiki.example/start?a=1' },
  { ...item('Script', null), externalUrl: 'javascript:alert(1)' },
];

describe('drawMenu', () => {
  const drawn = drawMenu(menus, routes);

  it('draws known routes in any case, external addresses, and sections with drawn children', () => {
    expect(drawn.map((node) => node.title)).toEqual(['Home', 'Users', 'Wiki']);
    expect(drawn[1]?.children.map((node) => node.title)).toEqual(['User management']);
    expect(drawn[0]?.path).toBe('/AdminContent/Home');
  });

  it('names the section of each leaf', () => {
    expect(menuLeaves(drawn).map((leaf) => [leaf.section, leaf.node.title])).toEqual([
      [null, 'Home'],
      ['Users', 'User management'],
      [null, 'Wiki'],
    ]);
  });
});

describe('filterMenu', () => {
  const drawn = drawMenu(menus, routes);

  it.each([
    ['', ['Home', 'User management', 'Wiki']],
    ['MANAGE', ['User management']],
    ['users man', ['User management']],
    ['users', ['User management']],
    ['nothing like it', []],
  ])('%s', (typed, titles) => {
    expect(menuLeaves(filterMenu(drawn, typed)).map((leaf) => leaf.node.title)).toEqual(titles);
  });
});

describe('externalAddress', () => {
  it('adds token, language and country and keeps what stood there', () => {
    const address = externalAddress('https://wiki.example/start?a=1', {
      token: 't',
      language: 'en',
    });
    expect(address).toBe('https://wiki.example/start?a=1&token=t&language=en&country=KE');
  });
});
