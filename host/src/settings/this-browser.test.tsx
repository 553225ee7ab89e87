// @vitest-environment jsdom
import { fakeUser, renderPage } from '@kituo/sdk/testing';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ThisBrowser } from './this-browser.tsx';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** What a browser has kept when the drawer opens. */
function Opened(props: { readonly kept: Readonly<Record<string, string>> }) {
  useState(() => {
    for (const [key, value] of Object.entries(props.kept)) localStorage.setItem(key, value);
  });
  return <ThisBrowser />;
}
const draw = (kept = {}) => renderPage(<Opened kept={kept} />, { plugin: { name: 'host', texts: { en } } });
const { userNo } = fakeUser();
const ownKey = (list: string) => `kituo.layout.${userNo}.${list}`;

it('resets the layouts of one’s own tables and brings them back', async () => {
  const page = draw({
    [ownKey('users')]: '{"frozen":2}',
    [ownKey('orders')]: '{"frozen":1}',
    'kituo.layout.U000099.users': '{"frozen":3}',
  });
  const told: (string | null)[] = [];
  const listen = ({ key }: StorageEvent) => told.push(key);
  window.addEventListener('storage', listen);
  await userEvent.click(page.getByRole('button', { name: 'Reset table layouts' }));
  window.removeEventListener('storage', listen);
  expect(told.sort()).toEqual([ownKey('orders'), ownKey('users')]);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('kituo.layout'))).toEqual([
    'kituo.layout.U000099.users',
  ]);
  page.getByText('No changed table layouts.');
  await page.findByText('2 table layouts reset');
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  expect(localStorage.getItem(ownKey('users'))).toBe('{"frozen":2}');
});

it('asks the browser before it turns notices on, and says so where that refuses', async () => {
  const asked = vi.fn(() => Promise.resolve('denied'));
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: asked });
  const page = draw();
  const notices = page.getByRole('switch', { name: 'Desktop notifications for urgent warnings' });
  await userEvent.click(notices);
  await page.findByText(/^Notifications are blocked/);
  expect(notices).toHaveProperty('checked', false);
  asked.mockResolvedValue('granted');
  await userEvent.click(notices);
  await expect.poll(() => notices).toHaveProperty('checked', true);
  expect(localStorage.getItem(`kituo_urgent_notices_${userNo}`)).toBe('on');
});
