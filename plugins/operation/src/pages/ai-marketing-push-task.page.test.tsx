// @vitest-environment jsdom
import { aiPushTask, merchant, smsMarketingTask, userGroup } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AiMarketingPushTaskPage } from './ai-marketing-push-task.page.tsx';
import { pushOf } from '../pushes/push.form.tsx';

const row: aiPushTask.TaskRow = {
  taskNo: 'PT000000001',
  taskName: 'Come back',
  userGroupNo: 'UG00000001',
  groupName: 'Settled',
  merchantNo: 'M1',
  merchantName: 'Haraka',
  channelType: 'AI_CALL',
  pushContent: 'RENEWAL',
  pilotPeople: null,
  audience: 40,
  allowed: 31,
  sent: 0,
  connected: 0,
  willing: 0,
  estimatedCostCents: 9_300,
  costCents: 0,
  budgetCents: 20_000,
  concurrency: 20,
  scheduledAt: '2026-12-01T07:00:00Z',
  progress: 0,
  status: 'PENDING',
  fault: null,
  makerName: 'Wanjiru',
  decidedByName: null,
  decisionReason: null,
  createdAt: '2026-11-28T07:00:00Z',
  version: 1,
  allowedActions: ['approve', 'reject'],
};

function open(perms: string[], rows = [row]) {
  return renderPage(<AiMarketingPushTaskPage />, {
    at: '/AdminContent/OperationSystem/AiMarketingPushTask',
    plugin: { name: 'operation', texts: { en } },
    perms,
    replies: [
      reply(aiPushTask.page, { rows, total: rows.length, totalIsExact: true }),
      reply(aiPushTask.create, {
        taskNo: 'PT000000002',
        status: 'PENDING',
        version: 1,
        allowed: 9,
        estimatedCostCents: 2_700,
      }),
      reply(aiPushTask.audit, { taskNo: row.taskNo, status: 'APPROVED', version: 2 }),
      reply(aiPushTask.stop, { taskNo: row.taskNo, status: 'STOPPED', version: 3 }),
      reply(merchant.options, [{ merchantNo: 'M1', merchantName: 'Haraka', enabled: true }]),
      reply(userGroup.check, {
        userGroupNo: 'UG00000001',
        groupName: 'Settled',
        merchantNo: 'M1',
        size: 12,
        optedIn: 9,
        duplicates: 0,
        drops: [{ reason: 'NO_CONSENT', people: 3 }],
        sample: [],
        checkToken: 'T1',
      }),
      reply(smsMarketingTask.templates, []),
      reply(aiPushTask.plans, []),
      reply(aiPushTask.detail, {
        row,
        expectedEndAt: '2026-12-01T09:00:00Z',
        drops: [{ reason: 'NO_CONSENT', people: 9 }],
        outcomes: [],
        willingness: [],
        listings: [],
        history: [],
      }),
    ],
  });
}

test('checks the user group in the form, and asks what the channel needs', async () => {
  const page = open(['operation:aiPushTask:create']);
  fireEvent.click((await screen.findAllByRole('button', { name: 'New push' }))[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('User group number'), { target: { value: 'UG00000001' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Check' }));
  await within(drawer).findByText(/9 may be contacted/);
  expect(page.server.callsOf(userGroup.check)[0]?.request).toMatchObject({ userGroupNo: 'UG00000001' });
  expect(within(drawer).queryByLabelText('Template')).toBeNull();
  within(drawer).getByLabelText('Robot plan');
  fireEvent.click(within(drawer).getByRole('radio', { name: 'SMS' }));
  await within(drawer).findByLabelText('Template');
  expect(within(drawer).queryByLabelText('Robot plan')).toBeNull();
});

test('sends what the chosen channel needs and nothing of the other', () => {
  const values = {
    taskName: 'Come back',
    userGroupNo: ' UG00000001 ',
    channelType: 'AI_CALL' as const,
    templateNo: 'ST000000001',
    planNo: 'RP000001',
    isPilot: true,
    scheduledAt: '2026-12-01T07:00:00Z',
    concurrency: 20,
    budgetCents: 20_000,
  };
  const called = pushOf(values, 'T1');
  expect(called).toMatchObject({
    userGroupNo: 'UG00000001',
    planNo: 'RP000001',
    isPilot: true,
    templateNo: null,
    checkToken: 'T1',
  });
  expect(pushOf({ ...values, channelType: 'SMS' }, 'T1')).toMatchObject({
    templateNo: 'ST000000001',
    planNo: null,
  });
});

test('decides with the people and the cost in view', async () => {
  const page = open(['operation:config:audit']);
  fireEvent.click((await screen.findAllByRole('button', { name: /Review/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByText('31 people may be contacted for about KES 93.00');
  await within(dialog).findByText(/Expected to finish/);
  within(dialog).getByText('No consent: 9');
  fireEvent.click(within(dialog).getByRole('button', { name: /Approve/ }));
  await waitFor(() => {
    expect(page.server.callsOf(aiPushTask.audit)[0]?.request).toEqual({ taskNo: row.taskNo, isApproved: true });
  });
});

test('offers nothing that the server does not allow', async () => {
  open([], [{ ...row, allowedActions: [] }]);
  await screen.findByText('Come back');
  expect(screen.queryByRole('button', { name: /Review|New push|Stop|Start/ })).toBeNull();
});
