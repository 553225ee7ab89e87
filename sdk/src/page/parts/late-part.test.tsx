// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';

import { afterEach, expect, test } from 'vitest';
import { Late, latePart, present } from './late-part.tsx';

afterEach(cleanup);

test('a part is fetched once, and is there at once when it is opened again', async () => {
  let fetches = 0;
  const late = latePart(() => {
    fetches += 1;
    return Promise.resolve('drawn');
  });
  expect(() => present(late)).toThrow();
  const first = render(<Late late={late}>{(part) => <p>{part}</p>}</Late>);
  await screen.findByText('drawn');
  first.unmount();
  late.warm();
  render(<Late late={late}>{(part) => <p>{part}</p>}</Late>);
  expect(screen.getByText('drawn')).toBeTruthy();
  expect(fetches).toBe(1);
});

test('a part that did not load says so, and a retry fetches it again', async () => {
  let isDown = true;
  const late = latePart(() => (isDown ? Promise.reject(new Error('down')) : Promise.resolve('drawn')));
  render(<Late late={late}>{(part) => <p>{part}</p>}</Late>);
  await screen.findByRole('alert');
  isDown = false;
  fireEvent.click(screen.getByRole('button'));
  await screen.findByText('drawn');
});
