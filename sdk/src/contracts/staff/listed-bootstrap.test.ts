import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Bootstrap, MenuItem } from './bootstrap.ts';
import { listBootstrap, readListedBootstrap } from './listed-bootstrap.ts';

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,5}$/);
const code = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(':'));
const { menu } = fc.letrec<{ menu: MenuItem }>((tie) => ({
  menu: fc.record({
    menuName: fc.string(),
    perms: fc.option(code),
    externalUrl: fc.option(fc.webUrl()),
    icon: fc.option(word),
    childList: fc.oneof({ maxDepth: 3 }, fc.constant<MenuItem[]>([]), fc.array(tie('menu'), { maxLength: 2 })),
  }),
}));
const page = fc.record({ name: word, start: word, isNamed: fc.boolean() }).map(({ name, start, isNamed }) => ({
  name,
  path: isNamed ? `/AdminContent/${start}/${name}` : `/AdminContent/${start}/Other-${name}`,
  titleKey: '',
  files: [],
  styles: [],
  shared: [],
}));
const byPath = { selector: ({ path }: { path: string }) => path.toLowerCase(), maxLength: 6 };
const plugin = fc.record({ name: word, pages: fc.uniqueArray(page, byPath), isIsolated: fc.boolean() });

function bootOf(given: { perms: string[]; menus: MenuItem[]; plugins: Bootstrap['registry']['plugins'] }): Bootstrap {
  const { perms, menus, plugins } = given;
  const paths = plugins.flatMap(({ pages }) => pages.map(({ path }) => path.toLowerCase()));
  return {
    sessionId: 'S1',
    user: {
      userNo: 'U000001',
      userName: 'amina',
      realName: 'Amina',
      deptName: null,
      isDesensitization: 1,
      roles: [],
      merchants: [],
      mfaBound: false,
    },
    isUpdatePasswordStatus: false,
    menus,
    perms,
    fullPaths: [...new Set(['/admincontent/elsewhere', ...paths])].sort(),
    settings: {
      menuStyle: 'vertical',
      graphicVerificationIsOpenStatus: false,
      miscellaneousFunctionIsOpenStatus: false,
      sideNavigationIsShow: true,
      language: null,
      theme: 'light',
      brand: 'kituo',
      density: 'compact',
      pageSize: 20,
    },
    languages: [],
    companyCode: 'C1',
    callSystemChannel: null,
    mayOverride: false,
    registry: { revision: 'r', plugins },
  };
}

const byName = <Named extends { name: string; path: string }>(pages: readonly Named[]) =>
  pages.toSorted((a, b) => (a.path < b.path ? -1 : 1));

test('what a document carries is read as it was written', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(code, { maxLength: 12 }),
      fc.array(menu, { maxLength: 3 }),
      fc.array(plugin, { maxLength: 4 }),
      (perms, menus, plugins) => {
        const bare = { version: '1.0.0', titleKey: 'title', files: [], entry: 0, styles: [], locales: {} };
        const boot = bootOf({ perms: perms.sort(), menus, plugins: plugins.map((each) => ({ ...bare, ...each })) });
        const written: unknown = JSON.parse(JSON.stringify(listBootstrap(boot)));
        const read = readListedBootstrap(written as ReturnType<typeof listBootstrap>);
        const sorted = ({ registry, ...rest }: Bootstrap) => ({
          ...rest,
          plugins: registry.plugins.map((each) => ({ ...each, pages: byName(each.pages) })),
        });
        expect(sorted(read)).toEqual(sorted(boot));
      },
    ),
  );
});

test('a plugin that names its files stays whole', () => {
  const whole = {
    name: 'users',
    version: '1.0.0',
    titleKey: 'title',
    files: ['entry.js'],
    entry: 0,
    styles: [],
    locales: { en: 0 },
    pages: [{ name: 'Users', path: '/AdminContent/Users', titleKey: 'users', files: [0], styles: [], shared: [] }],
  };
  const listed = listBootstrap(bootOf({ perms: [], menus: [], plugins: [whole] }));
  expect(listed.registry.plugins).toEqual([whole]);
  expect(listed.fullPaths).toEqual(['/admincontent/elsewhere']);
});
