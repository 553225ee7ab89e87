// @vitest-environment jsdom
import { trafficPersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { TrafficPersonnelPage } from './traffic-personnel.page.tsx';

const { endpoints } = trafficPersonnel;

test('says traffic staff in the words of its section', async () => {
  renderPage(<TrafficPersonnelPage />, {
    at: '/AdminContent/OperationSystem/TrafficPersonnel',
    perms: ['operation:trafficPersonnel:sync'],
    plugin: { name: 'test', texts: { en } },
    replies: [reply(endpoints.page, { rows: [], total: 0, totalIsExact: true })],
  });
  expect(await screen.findByRole('heading', { name: /Traffic staff/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Freeze' })).toBeNull();
});
