// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { listenToShortcuts } from './shortcuts.ts';

const actions = { openOverlay: vi.fn(), goToSection: vi.fn(), showTextKeys: vi.fn() };
const stop = listenToShortcuts(window, actions);
afterEach(() => {
  document.body.replaceChildren();
});

test('an Escape pressed before a dialog has the focus reaches the topmost one, once', () => {
  document.body.innerHTML = `
    <div class="bp6-overlay bp6-overlay-open"><div role="dialog" id="below"></div></div>
    <div class="bp6-overlay bp6-overlay-open"><div role="alertdialog" id="top"></div></div>`;
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
