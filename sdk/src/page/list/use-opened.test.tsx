// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useOpened } from './use-opened.ts';

interface Door {
  readonly no: string;
  readonly isLocked: boolean;
}
const idOf = ({ no }: Door): string => no;
const open: Door = { no: 'D1', isLocked: false };
const locked: Door = { no: 'D1', isLocked: true };

it('shows the row as the list has it now, and as it was once the list moved on', () => {
  const { result, rerender } = renderHook(({ rows }) => useOpened({ rows, idOf }), {
    initialProps: { rows: [open] },
  });
  expect(result.current.row).toBeNull();
  act(() => {
    result.current.open(open);
  });
  rerender({ rows: [locked] });
  expect(result.current.row).toBe(locked);
  rerender({ rows: [] });
  expect(result.current.row).toBe(open);
  act(() => {
    result.current.close();
  });
  expect(result.current.row).toBeNull();
});

it('closes over what a tree no longer has', () => {
  const { result, rerender } = renderHook(({ held }) => useOpened<Door>({ idOf, find: () => held }), {
    initialProps: { held: open as Door | null },
  });
  act(() => {
    result.current.open(open);
  });
  expect(result.current.row).toBe(open);
  rerender({ held: null });
  expect(result.current.row).toBeNull();
});
