// @vitest-environment jsdom

import { afterEach, beforeAll, expect, it } from 'vitest';
import { keepToFrame } from './keep-to-frame.ts';

beforeAll(() => keepToFrame(window));
afterEach(() => document.body.replaceChildren());

/** Whether a browser would do what such a click does by itself. */
function isDone(inner: string, type: string, init: MouseEventInit): boolean {
  document.body.innerHTML = inner;
  const target = document.body.querySelector('[data-target]');
  return (
    target?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, ...init })) ?? false
  );
}

const LINK = '<a href="https://elsewhere.example/"><b data-target>x</b></a>';

it.each([
  ['Ctrl', 'click', { ctrlKey: true }],
  ['Command', 'click', { metaKey: true }],
  ['Shift', 'click', { shiftKey: true }],
  ['the middle button', 'auxclick', { button: 1 }],
])('a click with %s opens nothing', (_how, type, init) => {
  expect(isDone(LINK, type, init)).toBe(false);
  // Where the link may be in a closed tree, nobody sees it.
  expect(isDone('<div data-target></div>', type, init)).toBe(false);
});

it('other clicks, and those on controls, go on', () => {
  expect(isDone(LINK, 'click', {})).toBe(true);
  expect(isDone('<input type="checkbox" data-target>', 'click', { shiftKey: true })).toBe(true);
});

it('what a plugin replaces does not count', () => {
  const own = Object.getOwnPropertyDescriptor(MouseEvent.prototype, 'ctrlKey');
  Object.defineProperty(MouseEvent.prototype, 'ctrlKey', { configurable: true, get: () => false });
  expect(isDone(LINK, 'click', { ctrlKey: true })).toBe(false);
  if (own) Object.defineProperty(MouseEvent.prototype, 'ctrlKey', own);
});
