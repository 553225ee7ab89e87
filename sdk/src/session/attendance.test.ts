// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { isAttended, watchAttendance } from './attendance.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('takes a desk for left a minute after the last sign of a person', () => {
  vi.useFakeTimers();
  const stop = watchAttendance();
  expect(isAttended()).toBe(true);
  vi.advanceTimersByTime(59_999);
  expect(isAttended()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isAttended()).toBe(false);
  window.dispatchEvent(new Event('keydown'));
  expect(isAttended()).toBe(true);
  stop();
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('keydown'));
  expect(isAttended()).toBe(false);
});
