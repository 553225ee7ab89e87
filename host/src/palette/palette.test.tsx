// @vitest-environment jsdom
import { renderPage } from '@kituo/sdk/testing';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { HostContext, type HostActions } from '../shell/host-context.ts';
import { Palette } from './palette.tsx';

const nothing = (): void => undefined;
const later = async (): Promise<void> => undefined;
const host: HostActions = {
  version: '1',
  openOverlay: nothing,
  chooseLanguage: later,
  changeSettings: later,
  signOut: later,
  openExternal: later,
  console: {
    state: { phase: 'starting' },
    subscribe: () => nothing,
    start: later,
    signedIn: later,
    sessionEnded: nothing,
    forgetPlace: nothing,
    drawn: nothing,
    refresh: later,
    complete: later,
    retry: later,
    pageThrew: nothing,
    frameFailed: nothing,
    frameDrawn: nothing,
    navigate: nothing,
    prefetch: nothing,
    entryAt: () => null,
  },
};

it('finds settings and actions by name, and none before something is typed', async () => {
  const openOverlay = vi.fn<HostActions['openOverlay']>();
  renderPage(
    <HostContext value={{ ...host, openOverlay }}>
      <Palette leaves={[]} recent={[]} onClose={nothing} />
    </HostContext>,
    { plugin: { name: 'host', texts: { en } } },
  );
  const box = await screen.findByRole('combobox');
  expect(screen.queryAllByRole('option')).toEqual([]);
  fireEvent.change(box, { target: { value: 'change pass' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Change passwordActions']);
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(openOverlay.mock.calls).toEqual([['password']]);
});
