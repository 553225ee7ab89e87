// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeToast, pauseToast, resumeToast, showToast, toastHistory$, toasts$ } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of toasts$.value) closeToast(id);
  vi.useRealTimers();
});

const texts = () => toasts$.value.map(({ text }) => text);

it('stands for 3000 ms unless said otherwise', () => {
  showToast({ type: 1, text: 'usual' });
  showToast({ type: 4, text: 'short', durationMs: 2000 });
  vi.advanceTimersByTime(2000);
  expect(texts()).toEqual(['usual']);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual([]);
});

it('does not repeat text that is on screen, and shows it again once it went', () => {
  const closed = vi.fn();
  const first = showToast({ type: 4, text: 'same' });
  expect(showToast({ type: 1, text: 'same', onClosed: closed })).toBe(first);
  expect([texts(), closed.mock.calls.length]).toEqual([['same'], 1]);
  closeToast(first);
  expect(showToast({ type: 4, text: 'same' })).not.toBe(first);
});

it('keeps the time that is left while it is hovered', () => {
  const id = showToast({ type: 2, text: 'hovered' });
  vi.advanceTimersByTime(2000);
  pauseToast(id);
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['hovered']);
  resumeToast(id);
  vi.advanceTimersByTime(999);
  expect(texts()).toEqual(['hovered']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

it('keeps the last 20 readable, newest first', () => {
  for (let index = 1; index <= 25; index += 1) closeToast(showToast({ type: 1, text: `toast ${index}` }));
  expect(toastHistory$.value).toHaveLength(20);
  expect(toastHistory$.value[0]?.text).toBe('toast 25');
});
