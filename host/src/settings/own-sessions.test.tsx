// @vitest-environment jsdom
import { auth } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { OwnSessions } from './own-sessions.tsx';

const at = '2026-11-20T08:00:00Z';
const sessions = [0, 1, 2, 3].map((number) => ({
  sessionId: `S${number}`,
  isCurrent: number === 0,
  device: `Browser ${number}`,
  address: '10.0.0.5',
  startedAt: at,
  lastSeenAt: at,
}));
const draw = (...replies: Parameters<typeof reply>[]) =>
  renderPage(<OwnSessions />, {
    plugin: { name: 'host', texts: { en } },
    replies: replies.map((one) => reply(...one)),
  });

it('asks before other sessions end, with how many and what is lost', async () => {
  const page = draw([auth.sessionList, sessions], [auth.sessionEnd, {}]);
  await userEvent.click(await page.findByRole('button', { name: 'End 3 other sessions' }));
  const dialog = within(await page.findByRole('dialog', { name: 'End 3 other sessions?' }));
  dialog.getByText('Unsaved work in it will be lost.');
  await userEvent.click(dialog.getByRole('button', { name: 'End 3 other sessions' }));
  await expect
    .poll(() => page.server.callsOf(auth.sessionEnd).map(({ request }) => request))
    .toEqual([{ allOthers: true }]);
});

it('says where one’s sessions could not be read, and reads them again', async () => {
  const unread = () => {
    throw new Refusal('FILE_STORE_AWAY');
  };
  const page = draw([auth.sessionList, unread]);
  await page.findByText(/^Your sessions could not be loaded/);
  page.server.answer(reply(auth.sessionList, sessions));
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await page.findByText('Browser 3');
});
