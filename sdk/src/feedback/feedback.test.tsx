// @vitest-environment jsdom
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginCall } from '../api/in-flight.ts';
import { changeSettings } from '../session/session-store.ts';
import { renderPage } from '../testing/index.ts';
import { confirm } from './confirm.tsx';
import { LoadingOverlay, OVERLAY_DELAY_MS } from './loading-overlay.tsx';
import { openModal } from './modal-store.ts';
import { showToast } from './toast-store.ts';

/** Counts a call in; the result counts it out. */
function begin(showsLoading: boolean): () => void {
  let end: () => void = () => undefined;
  act(() => {
    end = beginCall({ showsLoading, isCommand: false });
  });
  return end;
}

afterEach(() => {
  vi.useRealTimers();
});

it('keeps a modal open at Escape and at a click outside, the focus inside, and destroys it', async () => {
  renderPage(<button type="button">Behind</button>);
  let modal = openModal<string>({ title: '-', content: () => null });
  act(() => {
    modal.close();
    modal = openModal<string>({
      title: 'Rename',
      content: (close) => (
        <button
          type="button"
          onClick={() => {
            close('renamed');
          }}
        >
          Save
        </button>
      ),
    });
  });
  const dialog = await screen.findByRole('dialog', { name: 'Rename' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  const backdrop = document.querySelector('.bp6-overlay-backdrop');
  if (backdrop) fireEvent.mouseDown(backdrop);
  fireEvent.mouseDown(document.body);
  expect(screen.getByRole('dialog', { name: 'Rename' })).toBe(dialog);
  expect(dialog.style.width).toBe('35%');
  screen.getByRole('button', { name: 'Save' }).focus();
  act(() => {
    screen.getByText('Behind').focus();
  });
  await vi.waitFor(() => {
    expect(dialog.closest('.bp6-overlay')?.contains(document.activeElement)).toBe(true);
  }, 30_000);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await modal.closed).toBe('renamed');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.contains(dialog)).toBe(false);
});

it('confirms only what was confirmed, with the harmless answer in focus', async () => {
  renderPage(<p>Page</p>);
  const ask = { title: 'Freeze', text: 'Freeze 3 users?', confirmText: 'Freeze 3 users' };
  let answer: Promise<boolean> = Promise.resolve(false);
  act(() => {
    answer = confirm(ask);
  });
  const cancel = await screen.findByRole('button', { name: 'Cancel' });
  expect(document.activeElement).toBe(cancel);
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await userEvent.click(cancel);
  expect(await answer).toBe(false);
  act(() => {
    answer = confirm(ask);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Freeze 3 users' }));
  expect(await answer).toBe(true);
  act(() => {
    answer = confirm(ask);
  });
  await screen.findByRole('button', { name: 'Cancel' });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await answer).toBe(true);
});

it('draws the overlay after 200 ms, counts calls, and tells assistive technology at once', () => {
  vi.useFakeTimers();
  renderPage(<LoadingOverlay />);
  const isDrawn = () => document.querySelector('.ks-loading') !== null;
  const first = begin(true);
  const second = begin(true);
  const hidden = begin(false);
  expect(document.body.getAttribute('aria-busy')).toBe('true');
  act(() => {
    vi.advanceTimersByTime(OVERLAY_DELAY_MS - 1);
  });
  expect(isDrawn()).toBe(false);
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(isDrawn()).toBe(true);
  act(first);
  expect(isDrawn()).toBe(true);
  act(second);
  expect([isDrawn(), document.body.getAttribute('aria-busy')]).toEqual([false, 'false']);
  act(hidden);
});

it('has a look of its own for each of the three brands', () => {
  vi.useFakeTimers();
  renderPage(<LoadingOverlay />);
  const end = begin(true);
  act(() => {
    vi.advanceTimersByTime(OVERLAY_DELAY_MS);
  });
  const looks = (['kituo', 'savanna', 'ocean'] as const).map((brand) => {
    act(() => {
      changeSettings({ brand });
    });
    return document.querySelector('.ks-loading svg')?.innerHTML;
  });
  expect(new Set(looks).size).toBe(3);
  expect(looks).not.toContain(undefined);
  act(end);
});

describe('a toast', () => {
  const shown = (text: string) => screen.queryByText(text);
  function pass(ms: number): void {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  }
  /** jsdom's pointer never moves automatically. */
  function moveOver(toast: HTMLElement): void {
    const move = createEvent.mouseMove(toast);
    Object.defineProperty(move, 'movementX', { value: 4 });
    fireEvent(toast, move);
  }
  function show(text: string): HTMLElement {
    vi.useFakeTimers();
    renderPage(<p>Page</p>);
    act(() => {
      showToast({ type: 2, text });
    });
    return screen.getByRole('status');
  }

  it('stays while the pointer is in it, and goes once a dialog covers it without an event', () => {
    const toast = show('users.csv is ready');
    let isHovered = true;
    vi.spyOn(toast, 'matches').mockImplementation(() => isHovered);
    moveOver(toast);
    pass(60_000);
    expect(shown('users.csv is ready')).not.toBeNull();
    isHovered = false;
    pass(250);
    pass(3000);
    expect(shown('users.csv is ready')).toBeNull();
  });

  it('does not wait for a pointer that rests where it came up', () => {
    const toast = show('audit.csv is ready');
    vi.spyOn(toast, 'matches').mockReturnValue(true);
    fireEvent.mouseEnter(toast);
    pass(3000);
    expect(shown('audit.csv is ready')).toBeNull();
  });

  it('stays while it has the focus, also when the pointer leaves', () => {
    const toast = show('roles.csv is ready');
    const close = screen.getByRole('button', { name: 'Close message' });
    act(() => {
      close.focus();
    });
    moveOver(toast);
    fireEvent.mouseLeave(toast);
    pass(60_000);
    expect(shown('roles.csv is ready')).not.toBeNull();
    act(() => {
      close.blur();
    });
    pass(250);
    pass(3000);
    expect(shown('roles.csv is ready')).toBeNull();
  });
});
