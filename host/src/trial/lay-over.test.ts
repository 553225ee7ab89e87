import { expect, it } from 'vitest';
import { fakePlugin, sessionWith } from '../registry/testing/session-parts.ts';
import { layOver } from './lay-over.ts';
import { titleIn } from './titles.ts';

const home = fakePlugin('home', '1.0.0', ['Home']);
const users = fakePlugin('users', '1.0.0', ['UserSystem/Users']);
type Titled = Parameters<typeof titleIn>[2];
const inWords = (_plugin: object, titled: Titled) => titleIn({}, ['en'], titled);
const link = (perms: string) => ({
  menuName: perms,
  perms,
  externalUrl: null,
  icon: null,
  childList: [],
});

it('puts a plugin on trial in the place of the registry’s, without a second menu entry', () => {
  const bootstrap = {
    ...sessionWith([home, users]),
    menus: [link('/AdminContent/UserSystem/Users')],
  };
  const tried = { ...users, base: 'http://localhost:4400/' };
  const laid = layOver(bootstrap, [tried], [], inWords);
  expect(laid.registry.plugins).toEqual([home, tried]);
  expect([laid.menus, laid.fullPaths]).toEqual([bootstrap.menus, bootstrap.fullPaths]);
});

it('opens pages that no menu has, below the name of their plugin', () => {
  const cash = fakePlugin('cash-up', '0.1.0', ['CashUp']);
  const laid = layOver(sessionWith([home]), [cash], [], inWords);
  expect(laid.fullPaths).toEqual(['/admincontent/cashup', '/admincontent/home']);
  expect(laid.menus.at(-1)).toMatchObject({
    menuName: 'Cash up',
    childList: [{ menuName: 'Cash up', perms: '/AdminContent/CashUp' }],
  });
});

it('calls pages as the plugin does in the language that is shown, or the next that has it', () => {
  const texts = { en: { title: 'Till', pages: { count: 'Count' } }, zh: { title: '收银' } };
  const title = (titleKey: string, ...languages: string[]) => titleIn(texts, languages, { titleKey, name: 'CashUp' });
  expect(title('title', 'zh', 'en')).toBe('收银');
  expect(title('title', 'en')).toBe('Till');
  expect(title('pages.count', 'zh', 'en')).toBe('Count');
  expect(title('pages', 'sw', 'en')).toBe('Cash up');
});
