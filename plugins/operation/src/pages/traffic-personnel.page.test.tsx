// @vitest-environment jsdom
import { trafficPersonnel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MonthFunnel } from '../channels/month-funnel.tsx';
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

test('says what the channels of a person brought this month', async () => {
  renderPage(<MonthFunnel userNo="U000030" />, {
    at: '/AdminContent/OperationSystem/TrafficPersonnel',
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(trafficPersonnel.funnel, [
        { channelCode: 'GOOGLE_ADS', clicks: 40, registrations: 9, applications: 4, disbursed: 2, spentCents: 540_00 },
      ]),
    ],
  });
  expect(await screen.findByText(/GOOGLE_ADS · 40 clicks, 9 registered, 4 applied, 2 disbursed/)).toBeTruthy();
});
