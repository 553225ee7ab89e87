// @vitest-environment jsdom
import { telemarketingPersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { TelemarketingPersonnelPage } from './telemarketing-personnel.page.tsx';

const { endpoints } = telemarketingPersonnel;

test('says telemarketers in the words of its section', async () => {
  renderPage(<TelemarketingPersonnelPage />, {
    at: '/AdminContent/TelemarketingSystem/TelemarketingPersonnel',
    perms: ['telemarketing:personnel:sync'],
    plugin: { name: 'test', texts: { en } },
    replies: [reply(endpoints.page, { rows: [], total: 0, totalIsExact: true })],
  });
  expect(await screen.findByRole('heading', { name: /Telemarketers/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});
