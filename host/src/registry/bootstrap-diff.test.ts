import type { Bootstrap, SessionPlugin } from '@kituo/sdk/contracts';
import { describe, expect, it } from 'vitest';
import { diffBootstraps } from './bootstrap-diff.ts';
import { pageTable } from './page-table.ts';

function plugin(name: string, version: string, paths: string[]): SessionPlugin {
  return {
    name,
    version,
    titleKey: name,
    files: [`plugin.${name}${version}.js`],
    entry: 0,
    styles: [],
    locales: {},
    pages: paths.map((path) => ({
      name: path,
      path: `/AdminContent/${path}`,
      titleKey: path,
      files: [],
      styles: [],
      shared: [],
    })),
  };
}

function bootstrap(plugins: SessionPlugin[]): Bootstrap {
  return {
    sessionId: 's',
    user: {
      userNo: 'U1',
      userName: 'u',
      realName: 'U',
      deptName: null,
      isDesensitization: 0,
      roles: [],
      merchants: [],
      mfaBound: false,
    },
    isUpdatePasswordStatus: false,
    menus: [],
    perms: [],
    fullPaths: plugins
      .flatMap((each) => each.pages)
      .map((page) => page.path.toLowerCase())
      .sort(),
    settings: {
      menuStyle: 'vertical',
      graphicVerificationIsOpenStatus: false,
      miscellaneousFunctionIsOpenStatus: true,
      sideNavigationIsShow: true,
      language: null,
      theme: 'light',
      brand: 'kituo',
      density: 'compact',
      pageSize: 20,
    },
    languages: [],
    companyCode: '14',
    callSystemChannel: null,
    mayOverride: false,
    registry: { revision: '1', plugins },
  };
}

describe('diffBootstraps', () => {
  const before = bootstrap([
    plugin('home', '1.0.0', ['Home']),
    plugin('users', '1.0.0', ['A', 'B']),
  ]);

  it('sees nothing in an equal one', () => {
    expect(diffBootstraps(before, structuredClone(before))).toEqual({
      pagesGone: [],
      pagesCome: [],
      pluginsGone: [],
      pluginsRenewed: [],
    });
  });

  it('names a plugin switched off with all its pages', () => {
    const diff = diffBootstraps(before, bootstrap([plugin('home', '1.0.0', ['Home'])]));
    expect(diff.pluginsGone.map((each) => each.name)).toEqual(['users']);
    expect(diff.pagesGone).toEqual(['/admincontent/a', '/admincontent/b']);
  });

  it('keeps the plugin when one of its pages is revoked', () => {
    const after = bootstrap([plugin('home', '1.0.0', ['Home']), plugin('users', '1.0.0', ['A'])]);
    const diff = diffBootstraps(before, after);
    expect(diff.pluginsGone).toEqual([]);
    expect(diff.pagesGone).toEqual(['/admincontent/b']);
  });

  it('tells a new version from a switched-off one', () => {
    const after = bootstrap([
      plugin('home', '1.0.0', ['Home']),
      plugin('users', '1.1.0', ['A', 'B', 'C']),
    ]);
    const diff = diffBootstraps(before, after);
    expect(diff.pluginsRenewed.map((each) => each.version)).toEqual(['1.0.0']);
    expect(diff.pagesCome).toEqual(['/admincontent/c']);
    expect(diff.pluginsGone).toEqual([]);
  });
});

describe('pageTable', () => {
  it('finds a page by its lower-cased path and keeps the first offer', () => {
    const table = pageTable({
      revision: '1',
      plugins: [plugin('one', '1.0.0', ['A']), plugin('two', '1.0.0', ['A', 'B'])],
    });
    expect(table.get('/admincontent/a')?.plugin.name).toBe('one');
    expect(table.get('/admincontent/b')?.plugin.name).toBe('two');
  });
});
