// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { jsx } from 'react/jsx-runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { HotComponents } from './hot-component.tsx';

afterEach(cleanup);

const isDrawn = (part: unknown): part is () => null => typeof part === 'function';

/** A page of a build: its heading, and a part with a count of its own. */
function build(hot: HotComponents, heading: string) {
  const Tally = function Tally() {
    const [count, setCount] = useState(0);
    return <button onClick={() => setCount(count + 1)}>{`counted ${count}`}</button>;
  };
  return function Page() {
    const [typed, setTyped] = useState('');
    const part = hot.dressPart('cash', Tally);
    return (
      <div>
        <h1>{heading}</h1>
        <input value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
        {isDrawn(part) && jsx(part, {})}
      </div>
    );
  };
}

it('keeps what was typed and counted when the code of a page is replaced', () => {
  const hot = new HotComponents();
  const Page = hot.dress('cash Page', build(hot, 'one'));
  render(jsx(Page, {}));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '42' } });
  fireEvent.click(screen.getByText('counted 0'));
  expect(hot.dress('cash Page', build(hot, 'two'))).toBe(Page);
  act(() => hot.redraw());
  expect(screen.getByRole('heading').textContent).toBe('two');
  expect(screen.getByRole('textbox')).toHaveProperty('value', '42');
  expect(screen.getByText('counted 1')).toBeTruthy();
});

it('begins again where the hooks are others, and shows what a build throws until the next', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const hot = new HotComponents();
  const Page = hot.dress('cash Page', build(hot, 'one'));
  render(jsx(Page, {}));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '42' } });
  hot.dress('cash Page', () => {
    throw new Error('no till');
  });
  act(() => hot.redraw());
  expect(screen.getByRole('alert').textContent).toBe('no till');
  hot.dress('cash Page', build(hot, 'two'));
  act(() => hot.redraw());
  expect(screen.getByRole('textbox')).toHaveProperty('value', '');
  vi.restoreAllMocks();
});
