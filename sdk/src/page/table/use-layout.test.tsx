// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { applyBootstrap, startSession } from '../../session/session-store.ts';
import { fakeBootstrap, fakeUser, resetFakeHost } from '../../testing/index.ts';
import { defineColumns, money, status, text } from '../list/columns.ts';
import { defineDictionary } from '../list/dictionary.ts';
import { useLayout } from './use-layout.ts';

interface Row {
  readonly name: string;
  readonly city: string;
  readonly salaryCents: number;
}
const columns = defineColumns<Row>([
  text('name', { width: 100 }),
  text('city', { width: 100 }),
  money('salaryCents', { code: 'test:salary' }),
]);

function signIn(userNo: string, perms: readonly string[] = []): void {
  const user = fakeUser({ userNo });
  act(() => {
    startSession('s.secret', user);
    applyBootstrap(fakeBootstrap({ user, perms: [...perms] }));
  });
}
const open = () => renderHook(() => useLayout('test.page', columns)).result;
const keysOf = (layout: ReturnType<typeof open>) => layout.current.columns.map(({ key }) => key);

beforeEach(() => {
  resetFakeHost();
  signIn('U1');
});

test('keeps order, choice and width for the person, and gives them to nobody else', () => {
  const layout = open();
  act(() => {
    layout.current.move('city', -1);
  });
  act(() => {
    layout.current.resize('city', 5_000);
  });
  expect(keysOf(open())).toEqual(['city', 'name']);
  expect(open().current.columns[0]?.width).toBe(640);
  act(() => {
    layout.current.toggle('name');
  });
  expect(keysOf(open())).toEqual(['city']);
  signIn('U2');
  expect(keysOf(open())).toEqual(['name', 'city']);
  signIn('U1');
  act(() => {
    layout.current.reset();
  });
  expect(keysOf(open())).toEqual(['name', 'city']);
});

test('a status out of sight is behind what names the row, until the person orders the columns', () => {
  const STATUS = defineDictionary('TEST_STATUS', { OPEN: 'active' });
  const wide = defineColumns<{ no: string; name: string; city: string; kind: string; orderStatus: string }>([
    text('no', { width: 300 }),
    text('name', { width: 300 }),
    text('city', { width: 300 }),
    status('kind', STATUS),
    status('orderStatus', STATUS),
  ]);
  const { result } = renderHook(() => useLayout('test.wide', wide));
  const keys = () => result.current.columns.map(({ key }) => key);
  expect(keys()).toEqual(['no', 'orderStatus', 'name', 'city', 'kind']);
  act(() => {
    result.current.move('orderStatus', 1);
  });
  expect(keys()).toEqual(['no', 'name', 'orderStatus', 'city', 'kind']);
});

test('a column of money starts as wide as its longest figure', () => {
  signIn('U1', ['test:salary']);
  const [, , salary] = open().current.columns;
  // 18 figures and signs at 13 px, and the cell's own space.
  expect(salary?.width).toBeGreaterThanOrEqual(14 * 8 + 4 * 4 + 20);
});

test('never hides the last column', () => {
  const layout = open();
  act(() => {
    layout.current.toggle('name');
  });
  act(() => {
    layout.current.toggle('city');
  });
  expect(keysOf(layout)).toEqual(['city']);
});

test('draws what was kept only where it still fits and is permitted', () => {
  const kept = {
    order: ['gone', 'city', 4],
    shown: { salaryCents: true },
    widths: { name: 9_999 },
  };
  localStorage.setItem('kituo.layout.U1.test.page', JSON.stringify(kept));
  expect(keysOf(open())).toEqual(['city', 'name']);
  expect(open().current.columns[1]?.width).toBe(100);
  signIn('U1', ['test:salary']);
  expect(keysOf(open())).toContain('salaryCents');
  localStorage.setItem('kituo.layout.U1.test.page', '{broken');
  expect(keysOf(open()).slice(0, 2)).toEqual(['name', 'city']);
});

test('moves a column among those that are drawn, and keeps frozen columns and row height', () => {
  signIn('U1', ['test:salary']);
  const layout = open();
  act(() => {
    layout.current.toggle('city');
  });
  act(() => {
    layout.current.moveTo('salaryCents', 0);
  });
  expect(keysOf(open())).toEqual(['salaryCents', 'name']);
  act(() => {
    layout.current.moveTo('salaryCents', 9);
  });
  expect(keysOf(layout)).toEqual(['name', 'salaryCents']);
  act(() => {
    layout.current.freeze(9);
  });
  act(() => {
    layout.current.setDensity('comfortable');
  });
  // One column is left to scroll.
  expect(open().current.frozenCount).toBe(1);
  expect(open().current.density).toBe('comfortable');
  expect(open().current.isOriginal).toBe(false);
});

test('follows what another tab, or the settings, made of it', () => {
  const layout = open();
  act(() => {
    layout.current.move('city', -1);
  });
  expect(keysOf(layout)).toEqual(['city', 'name']);
  const [key = ''] = Object.keys(localStorage).filter((each) => each.startsWith('kituo.layout.'));
  act(() => {
    localStorage.removeItem(key);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  });
  expect(keysOf(layout)).toEqual(['name', 'city']);
});
