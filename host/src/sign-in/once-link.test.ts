// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { takeOnceLink } from './once-link.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

const opened = (once: string) => window.history.replaceState(null, '', `/Login?lang=zh#once=${once}`);
const packed = (pair: unknown) => Buffer.from(JSON.stringify(pair)).toString('base64url');

test('a reset link fills the form once and leaves the address', () => {
  opened(packed(['aïsha.ünal', 'k7Rm~Tq9x?']));
  expect(takeOnceLink()).toEqual({ userName: 'aïsha.ünal', password: 'k7Rm~Tq9x?' });
  expect(window.location.href).toMatch(/\/Login\?lang=zh$/);
  expect(takeOnceLink()).toEqual({ userName: '', password: '' });
});

test.each(['', '%%%', packed('amina'), packed(['amina', 7]), packed(['amina', 'x']).slice(0, 9)])(
  'what is cut short or made up fills nothing: %s',
  (once) => {
    opened(once);
    expect(takeOnceLink()).toEqual({ userName: '', password: '' });
  },
);
