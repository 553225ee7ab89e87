// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenToShortcuts } from './shortcuts.ts';

const actions = { openOverlay: vi.fn(), goToSection: vi.fn(), showTextKeys: vi.fn() };
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  stop = listenToShortcuts(window, actions);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
  document.body.className = '';
});

test('Alt held alone shows the keys of texts; with another key it is that command, and shows none', () => {
  const press = (type: string, key: string) =>
    window.dispatchEvent(new KeyboardEvent(type, { key, altKey: type === 'keydown' }));
  press('keydown', 'Alt');
  vi.advanceTimersByTime(299);
  expect(actions.showTextKeys).not.toHaveBeenCalledWith(true);
  vi.advanceTimersByTime(1);
  expect(actions.showTextKeys).toHaveBeenLastCalledWith(true);
  press('keyup', 'Alt');
  expect(actions.showTextKeys).toHaveBeenLastCalledWith(false);
  actions.showTextKeys.mockClear();
  press('keydown', 'Alt');
  press('keydown', 'ArrowUp');
  vi.advanceTimersByTime(5_000);
  expect(actions.showTextKeys).not.toHaveBeenCalledWith(true);
});

test('an Escape pressed before a dialog has the focus reaches the topmost one, once', () => {
  document.body.innerHTML = `
    <div class="bp6-overlay bp6-overlay-open"><div role="dialog" id="below"></div></div>
    <div class="bp6-overlay bp6-overlay-open"><div role="alertdialog" id="top"></div></div>`;
  document.body.className = 'bp6-overlay-open';
  const heard: (string | undefined)[] = [];
  for (const dialog of document.querySelectorAll<HTMLElement>('[role$=dialog]')) {
    dialog.addEventListener('keydown', () => heard.push(dialog.id));
  }
  const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  document.body.dispatchEvent(escape());
  expect(heard).toEqual(['top']);
  document.querySelector('#below')?.dispatchEvent(escape());
  expect(heard).toEqual(['top', 'below']);
  stop();
  document.body.dispatchEvent(escape());
  expect(heard).toHaveLength(2);
});
