// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../testing/index.ts';
import type { Option } from '../list/option-source.ts';
import { Choice } from './choice.tsx';

// jsdom lays nothing out, so it has nothing to scroll.
Element.prototype.scrollIntoView = () => undefined;

const OPTIONS: readonly Option[] = [
  {
    value: 'company',
    label: 'Kituo',
    isDisabled: true,
    children: [{ value: 'm1', label: 'Nairobi' }],
  },
  { value: 'm2', label: 'Mombasa' },
  { value: 'm3', label: 'Kisumu' },
];

function Field(props: { readonly isMultiple: boolean }) {
  const [values, setValues] = useState<readonly string[]>([]);
  const source = { options: OPTIONS, isLoading: false, hasFailed: false, retry: () => undefined };
  return (
    <>
      <Choice label="Merchant" source={source} values={values} isMultiple={props.isMultiple} onChange={setValues} />
      <output>{values.join()}</output>
    </>
  );
}

const chosen = (): string => screen.getByRole('status').textContent;

test('opens, moves and chooses by keys alone, and gives the focus back', async () => {
  const keys = userEvent.setup();
  renderPage(<Field isMultiple={false} />);
  await keys.tab();
  await keys.keyboard('{Enter}');
  const box = await screen.findByRole('combobox');
  expect(document.activeElement).toBe(box);
  // The company cannot be chosen, so its first merchant is where it starts.
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  expect(active()?.textContent).toContain('Nairobi');
  await keys.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('m2');
  await waitFor(() => {
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Merchant: Mombasa');
  });
});

test('stays open for several, takes one back, and closes with Escape', async () => {
  const keys = userEvent.setup();
  renderPage(<Field isMultiple />);
  await keys.tab();
  await keys.keyboard('{Enter}');
  await screen.findByRole('combobox');
  await keys.keyboard('{Enter}{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen()).toBe('m1,m3');
  await keys.keyboard('{Enter}');
  expect(chosen()).toBe('m1');
  await keys.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('listbox')).toBeNull();
  });
  expect(chosen()).toBe('m1');
});

test('searches, says when nothing matches, and never chooses what is disabled', async () => {
  const keys = userEvent.setup();
  renderPage(<Field isMultiple={false} />);
  await keys.tab();
  await keys.keyboard('{Enter}');
  await screen.findByRole('combobox');
  await keys.keyboard('zzz{Enter}');
  expect(screen.getByText('No match for “zzz”')).toBeTruthy();
  await keys.keyboard('{Backspace}{Backspace}{Backspace}{ArrowUp}{Enter}');
  expect(chosen()).toBe('');
  await keys.keyboard('kis{Enter}');
  expect(chosen()).toBe('m3');
});
