import { expect, it } from 'vitest';
import { giveSessionStorage } from './memory-storage.ts';

it('keeps texts by name for as long as the frame stands, as session storage does', () => {
  const storage = storageOf();
  expect([storage.length, storage.getItem('a'), storage.key(0)]).toEqual([0, null, null]);
  storage.setItem('a', '1');
  storage.setItem('b', '2');
  storage.setItem('a', '3');
  expect([storage.length, storage.getItem('a'), storage.key(1)]).toEqual([2, '3', 'b']);
  storage.removeItem('a');
  storage.removeItem('nothing');
  expect([storage.length, storage.key(0)]).toEqual([1, 'b']);
  storage.clear();
  expect(storage.length).toBe(0);
});

function storageOf(): Storage {
  const view: Window = Object.create(globalThis);
  giveSessionStorage(view);
  return view.sessionStorage;
}
