// @vitest-environment jsdom
import { merchant, robotTask } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { RoboticTaskPage } from './robotic-task.page.tsx';

const row: robotTask.RobotRow = {
  taskNo: 'RT000000001',
  merchantNo: 'M0001',
  taskName: 'Renewal',
  scriptCode: 'RENEWAL',
  taskStatus: 'DRAFT',
  fault: null,
  startAt: '2026-11-24T06:00:00Z',
  createdByName: 'Achieng',
  approvedByName: null,
  total: 8,
  waiting: 8,
  dialled: 0,
  connected: 0,
  willing: 0,
  gateRefused: 0,
  leftOut: 2,
  createdAt: '2026-11-20T06:00:00Z',
  version: 0,
  allowedActions: ['queue', 'stop'],
};
const { page: list, queue } = robotTask.telemarketingTasks;
const moved = { taskNo: 'RT000000001', taskStatus: 'QUEUED', version: 1 } as const;
const open = () =>
  renderPage(<RoboticTaskPage />, {
    at: '/AdminContent/TelemarketingSystem/RoboticTask',
    perms: ['telemarketing:robot:save', 'telemarketing:robot:control'],
    plugin: { name: 'telemarketing', texts: { en } },
    replies: [
      reply(list, { rows: [row], total: 1, totalIsExact: true }),
      reply(queue, moved),
      reply(robotTask.telemarketingCreate, { ...moved, total: 2, leftOut: 0 }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
    ],
  });

test('a draft starts once its effect was said', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: /^Start: / }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/within contact hours/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Start' }));
  await waitFor(() => {
    expect(page.server.callsOf(queue)[0]?.request).toEqual({ taskNo: 'RT000000001' });
  });
});

test('numbers are typed one a line, and each counts once', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: 'New task' }));
  const form = await screen.findByRole('dialog');
  const type = (label: string, value: string) => {
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  };
  type('Task', 'Renewal');
  await within(form).findByRole('option', { name: 'Kituo Credit' });
  type('Merchant', 'M0001');
  type('Phone numbers', '254712345678\n254712345679\n254712345678');
  type('Script', 'RENEWAL');
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(robotTask.telemarketingCreate)[0]?.request).toMatchObject({
      merchantNo: 'M0001',
      phones: ['254712345678', '254712345679'],
      dialFrom: '09:00',
      maxAttempts: 2,
    });
  });
});
