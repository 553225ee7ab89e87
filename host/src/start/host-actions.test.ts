// @vitest-environment jsdom
import { endSession, session$, sessionEnded$ } from '@kituo/sdk';
import { auth, type HostApp } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply, type FakeReply } from '@kituo/sdk/testing';
import { expect, it } from 'vitest';
import { hostActions } from './host-actions.ts';

const app: HostApp = {
  version: '1',
  sdkVersion: '1',
  entry: 'main.js',
  hashWorker: '',
  shared: {},
  locales: {},
};

function setUp(...replies: FakeReply[]) {
  renderPage(null, { replies });
  const asked = { forgets: false };
  const languages = { choose: async () => undefined, read: async () => Promise.reject() };
  const forgetPlace = () => (asked.forgets = true);
  return { asked, actions: hostActions({ app, console: { forgetPlace }, languages }) };
}

it('forgets the place of whoever signs out, though the stream tells the end before the reply', async () => {
  const { asked, actions } = setUp(
    reply(auth.signOut, () => {
      endSession('SIGNED_OUT');
      return {};
    }),
  );
  const kept: boolean[] = [];
  const ends = sessionEnded$.subscribe(() => kept.push(!asked.forgets));
  await actions.signOut();
  ends.unsubscribe();
  expect(kept).not.toContain(true);
});

it('puts back what could not be stored, and leaves what was changed since', async () => {
  const { actions } = setUp(
    reply(auth.saveSetting, (part) => {
      if ('density' in part) throw new Refusal('STALE');
      return session$.value.settings;
    }),
  );
  const { density } = session$.value.settings;
  const other = density === 'compact' ? 'comfortable' : 'compact';
  await Promise.all([actions.changeSettings({ density: other }), actions.changeSettings({ menuStyle: 'crosswise' })]);
  expect(session$.value.settings).toMatchObject({ density, menuStyle: 'crosswise' });
});
