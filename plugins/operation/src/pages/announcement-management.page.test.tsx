// @vitest-environment jsdom
import { announcement, dept, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
const open = (
  perms: string[],
  allowedActions: announcement.AnnouncementRow['allowedActions'],
  own: Partial<announcement.AnnouncementRow> = {},
) =>
  renderPage(<AnnouncementManagementPage />, {
    at: '/AdminContent/OperationSystem/AnnouncementManagement',
    plugin: { name: 'operation', texts: { en } },
    perms: perms.map((code) => `operation:announcement:${code}`),
    replies: [
      reply(announcement.page, { rows: [{ ...row, ...own, allowedActions }], total: 1, totalIsExact: true }),
      reply(announcement.save, { announcementNo: 'A0001', version: 2 }),
      reply(merchant.options, []),
      reply(dept.tree, []),
      reply(announcement.publish, { changeNo: 'CH1' }),
      reply(announcement.preview, { reached: 42, contacts: { hotline: '254709000000', whatsapp: '' } }),
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

test('offers an image to customers alone, and keeps none of what was attached before', async () => {
  const page = open(['save'], ['save'], { audience: 'APP', image: { attachId: 'A7', fileName: 'hours.png' } });
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit/ }))[0] as HTMLElement);
  const form = within(await screen.findByRole('dialog'));
  expect(await form.findByText('hours.png')).toBeTruthy();
  fireEvent.click(form.getByRole('radio', { name: 'Staff' }));
  await waitFor(() => expect(form.queryByText('hours.png')).toBeNull());
  fireEvent.click(form.getByRole('button', { name: /^Save/ }));
  await waitFor(() => {
    expect(page.server.callsOf(announcement.save)[0]?.request).toMatchObject({ audience: 'STAFF', image: null });
  });
});

test('previews a draft to customers in each language that is written, with the contacts of its merchant', async () => {
  open(['save'], ['save'], {
    audience: 'APP',
    title: { en: 'New hours', zh: '新的营业时间' },
    content: { en: 'Call {{hotline}}', zh: '请致电 {{hotline}}' },
  });
  fireEvent.click((await screen.findAllByRole('button', { name: /^Edit/ }))[0] as HTMLElement);
  const form = within(await screen.findByRole('dialog'));
  expect(await form.findByText('Call 254709000000')).toBeTruthy();
  expect(form.getByText('请致电 254709000000').closest('figure')?.lang).toBe('zh');
});
