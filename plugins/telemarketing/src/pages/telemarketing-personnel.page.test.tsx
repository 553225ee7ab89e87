// @vitest-environment jsdom
import { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { TelemarketingPersonnelPage } from './telemarketing-personnel.page.tsx';

const { capacity, endpoints } = telemarketingPersonnel;

test('says telemarketers in the words of its section', async () => {
  renderPage(<TelemarketingPersonnelPage />, {
    at: '/AdminContent/TelemarketingSystem/TelemarketingPersonnel',
    perms: ['telemarketing:personnel:sync'],
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(endpoints.page, { rows: [], total: 0, totalIsExact: true }),
      reply(capacity, [
        { merchantNo: 'M0001', merchantName: 'Haraka', people: 2, caps: 100, toCall: 120 },
        { merchantNo: 'M0002', merchantName: 'Kituo', people: 2, caps: 100, toCall: 95 },
        { merchantNo: 'M0003', merchantName: 'Akiba', people: 2, caps: 100, toCall: 90 },
      ]),
    ],
  });
  expect(await screen.findByRole('heading', { name: /Telemarketers/ })).toBeTruthy();
  expect(await screen.findByText('Haraka: daily limits of 100 for 120 entries to call, 20 too few')).toBeTruthy();
  expect(screen.getByText('Kituo: daily limits of 100 are almost used up by 95 entries to call')).toBeTruthy();
  expect(screen.queryByText(/Akiba/)).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Sync' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});
