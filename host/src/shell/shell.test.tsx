// @vitest-environment jsdom
import { applyBootstrap } from '@kituo/sdk';
import { renderPage } from '@kituo/sdk/testing';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { fakePlugin, sessionWith } from '../registry/testing/session-parts.ts';
import { createHistory } from '../routing/history.ts';
import { HostContext, type HostActions } from './host-context.ts';
import { Shell } from './shell.tsx';

const AT = '/AdminContent/Home';
const entry = (menuName: string) => ({ menuName, perms: AT, externalUrl: null, icon: null, childList: [] });
const named = (menuName: string) => ({
  ...sessionWith([fakePlugin('home', '1.0.0', ['Home'])]),
  menus: [entry(menuName)],
});

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

it('leaves the page where it was scrolled to when the menu calls it otherwise', () => {
  const scrolled = vi.fn();
  Element.prototype.scrollTo = scrolled;
  const place = { pathname: AT, search: '', hash: '', key: 'k', state: null };
  const bootstrap = named('Home');
  renderPage(
    <HostContext value={host}>
      <Shell
        state={{ phase: 'open', bootstrap, content: { kind: 'absent', place }, pending: null }}
        history={createHistory(window)}
        overlay={null}
      />
    </HostContext>,
    { bootstrap },
  );
  fireEvent.scroll(screen.getByRole('main'));
  act(() => applyBootstrap(named('My day')));
  expect(document.title).toBe('My day · Kituo');
  expect(scrolled).not.toHaveBeenCalled();
});

it('says of the address of a section that is not installed that it is not, with the way Home', () => {
  const place = { pathname: '/AdminContent/Absent/Page', search: '', hash: '', key: 'k', state: null };
  const bootstrap = named('Home');
  renderPage(
    <HostContext value={host}>
      <Shell
        state={{ phase: 'open', bootstrap, content: { kind: 'absent', place }, pending: null }}
        history={createHistory(window)}
        overlay={null}
      />
    </HostContext>,
    { bootstrap, plugin: { name: 'host', texts: { en } } },
  );
  expect(screen.getByRole('heading', { name: 'This page is not available' })).toBeTruthy();
  expect(screen.getByText(/Its section is disabled or not installed/)).toBeTruthy();
});
