// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { diffBootstraps } from './bootstrap-diff.ts';
import { pageTable } from './page-table.ts';
import { fakePlugin, sessionWith } from './testing/session-parts.ts';

describe('diffBootstraps', () => {
  const before = sessionWith([fakePlugin('home', '1.0.0', ['Home']), fakePlugin('users', '1.0.0', ['A', 'B'])]);

  it('sees nothing in an equal one', () => {
    expect(diffBootstraps(before, structuredClone(before))).toEqual({
      pagesGone: [],
      pagesCome: [],
      pluginsGone: [],
      pluginsRenewed: [],
    });
  });

  it('names a plugin switched off with all its pages', () => {
    const diff = diffBootstraps(before, sessionWith([fakePlugin('home', '1.0.0', ['Home'])]));
    expect(diff.pluginsGone.map((each) => each.name)).toEqual(['users']);
    expect(diff.pagesGone).toEqual(['/admincontent/a', '/admincontent/b']);
  });

  it('keeps the plugin when one of its pages is revoked', () => {
    const after = sessionWith([fakePlugin('home', '1.0.0', ['Home']), fakePlugin('users', '1.0.0', ['A'])]);
    const diff = diffBootstraps(before, after);
    expect(diff.pluginsGone).toEqual([]);
    expect(diff.pagesGone).toEqual(['/admincontent/b']);
  });

  it('tells a new version from a switched-off one', () => {
    const after = sessionWith([fakePlugin('home', '1.0.0', ['Home']), fakePlugin('users', '1.1.0', ['A', 'B', 'C'])]);
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
      plugins: [fakePlugin('one', '1.0.0', ['A']), fakePlugin('two', '1.0.0', ['A', 'B'])],
    });
    expect(table.get('/admincontent/a')?.plugin.name).toBe('one');
    expect(table.get('/admincontent/b')?.plugin.name).toBe('two');
  });
});
