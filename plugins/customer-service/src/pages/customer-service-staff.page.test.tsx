// @vitest-environment jsdom
import { servicePersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerServiceStaffPage } from './customer-service-staff.page.tsx';

const { endpoints } = servicePersonnel;

test('says customer service staff in the words of its section', async () => {
  renderPage(<CustomerServiceStaffPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerServiceStaff',
    perms: ['customerService:personnel:sync'],
    plugin: { name: 'test', texts: { en } },
    replies: [reply(endpoints.page, { rows: [], total: 0, totalIsExact: true })],
  });
  expect(await screen.findByRole('heading', { name: /Customer service staff/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});
