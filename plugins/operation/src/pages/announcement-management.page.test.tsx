// @vitest-environment jsdom
import { announcement } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AnnouncementManagementPage } from './announcement-management.page.tsx';

const row: announcement.AnnouncementRow = {
  announcementNo: 'A0001',
  title: { en: 'New hours' },
  content: { en: 'From Monday' },
  audience: 'STAFF',
  announcementType: 'LIST',
  merchantNos: [],
  deptNos: [],
  forNames: [],
  mustConfirm: true,
  startAt: '2026-12-01T06:00:00Z',
  endAt: null,
  image: null,
  announcementStatus: 'DRAFT',
  abolishReason: null,
  reached: 42,
  confirmed: 0,
  readPercent: 0,
  makerName: 'Wanjiru',
  version: 1,
  allowedActions: ['save', 'publish'],
};
const open = (perms: string[], allowedActions: announcement.AnnouncementRow['allowedActions']) =>
  renderPage(<AnnouncementManagementPage />, {
    at: '/AdminContent/OperationSystem/AnnouncementManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: perms.map((code) => `operation:announcement:${code}`),
    replies: [
      reply(announcement.page, { rows: [{ ...row, allowedActions }], total: 1, totalIsExact: true }),
      reply(announcement.publish, { changeNo: 'CH1' }),
      reply(announcement.detail, { row, readers: [], history: [] }),
    ],
  });

test('says whom a draft reaches before it is sent for approval', async () => {
  const page = open(['publish'], ['publish']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Publish/ }))[0] as HTMLElement);
  await screen.findByText('42 people will see it.');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'New rule' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(announcement.publish)[0]?.request).toEqual({
      announcementNo: 'A0001',
      reason: 'New rule',
    });
  });
});

test('shows the text of each language, and no button to those without the codes', async () => {
  open([], []);
  fireEvent.click(await screen.findByText('New hours'));
  await screen.findByText('From Monday');
  expect(await screen.findByText('Nobody has confirmed yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Publish|Edit|Abolish|Add)/ })).toBeNull();
});
