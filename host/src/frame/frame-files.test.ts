// @vitest-environment jsdom
import { clearToastHistory, closeToast, toasts$ } from '@kituo/sdk';
import { setSaver } from '@kituo/sdk/frame';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { saveFor } from './frame-files.ts';

let saved: { readonly fileName: string; readonly type: string }[];
let isClicked: boolean;

beforeEach(() => {
  saved = [];
  isClicked = false;
  setSaver(({ fileName, blob }) => void saved.push({ fileName, type: blob.type }));
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    get: () => ({ isActive: isClicked }),
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userActivation');
  for (const { id } of toasts$.value) closeToast(id);
  clearToastHistory();
  setSaver(null);
});

const page = new Blob(['<script>'], { type: 'text/html' });

it('saves nothing that was not granted, and nothing too large', () => {
  const file = { blob: page, fileName: 'a.csv' };
  expect(() => saveFor('stores', false, file)).toThrow('not granted');
  const large = new Blob([]);
  Object.defineProperty(large, 'size', { value: 50_000_001 });
  expect(() => saveFor('stores', true, { ...file, blob: large })).toThrow('too large');
  expect([saved, toasts$.value]).toEqual([[], []]);
});

it('saves within a person’s click, as bytes that no browser opens, under a plain name', () => {
  isClicked = true;
  saveFor('stores', true, { blob: page, fileName: '..\\x/../a:b\u202e.html' });
  expect(saved).toEqual([{ fileName: '__x_.._a_b_.html', type: 'application/octet-stream' }]);
});

it('asks where nobody clicked, and saves once they agree', () => {
  saveFor('stores', true, { blob: page, fileName: 'sales.csv' });
  expect(saved).toEqual([]);
  const [toast] = toasts$.value;
  expect(toast?.text).toBe('stores offers a file: sales.csv');
  toast?.action?.onClick();
  expect(saved.map(({ fileName }) => fileName)).toEqual(['sales.csv']);
});
