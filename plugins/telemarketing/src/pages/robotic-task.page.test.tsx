// @vitest-environment jsdom
import { callOption, merchant, type ReplyOf, robotPlan, robotTask } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { RoboticTaskPage } from './robotic-task.page.tsx';

const row: robotTask.RobotRow = {
  taskNo: 'RT000000001',
  merchantNo: 'M0001',
  taskName: 'Renewal',
  planNo: null,
  planName: null,
  vendor: 'ROBOT',
  scene: null,
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
  answerRate: null,
  willing: 0,
  gateRefused: 0,
  leftOut: 2,
  unreached: 0,
  cases: 0,
  borrowers: 2,
  merged: 0,
  totalDueCents: 0,
  promises: 0,
  repaidSameDayCents: 0,
  costCents: 0,
  optOutCount: 0,
  convertedCount: 0,
  transferred: 0,
  followUps: 0,
  createdAt: '2026-11-20T06:00:00Z',
  version: 0,
  allowedActions: ['queue', 'trial', 'stop'],
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
      reply(robotTask.telemarketingTexts, [{ value: 'ST000000001', label: 'As we said · en' }]),
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

test('an offer’s call is heard and read where it was recorded, and a script is tried on one’s own phone', async () => {
  const { transcript, trial } = robotTask.telemarketingSound;
  const call: robotTask.RobotCall = {
    itemNo: 1,
    phone: '2547****5678',
    caseNo: null,
    alsoCaseNos: [],
    itemStatus: 'DONE',
    attempts: 1,
    outcome: 'ANSWERED',
    willingness: 'WILLING',
    talkSeconds: 34,
    nextAt: null,
    hasRecording: true,
    hasTranscript: true,
  };
  const info: ReplyOf<typeof robotTask.telemarketingTasks.detail> = {
    ...row,
    voiceLanguage: 'en',
    dialFrom: '09:00',
    dialTo: '17:00',
    maxAttempts: 2,
    retryGapMinutes: 60,
    endedAt: null,
    smsTemplateCode: null,
    concurrency: 20,
    followUpTemplateNo: null,
    followUpTemplateName: null,
    followUpLabels: [],
    handsOver: true,
    transferGroup: 'Nakuru',
    trials: [{ realName: 'Achieng', triedAt: '2026-11-24T06:00:00Z', outcome: null, willingness: null }],
    labels: [],
    refusals: [],
  };
  const page = renderPage(<RoboticTaskPage />, {
    at: '/AdminContent/TelemarketingSystem/RoboticTask',
    perms: ['telemarketing:robot:save'],
    plugin: { name: 'telemarketing', texts: { en } },
    replies: [
      reply(list, { rows: [row], total: 1, totalIsExact: true }),
      reply(robotTask.telemarketingTasks.detail, info),
      reply(robotTask.telemarketingTasks.calls, { rows: [call], total: 1, totalIsExact: true }),
      reply(transcript, [{ fromSecond: 0, speaker: 'CUSTOMER', said: 'Yes, call me' }]),
      reply(trial, { taskNo: row.taskNo, left: 9 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Trial call: / }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Call' }));
  await waitFor(() => {
    expect(page.server.callsOf(trial)[0]?.request).toEqual({ taskNo: row.taskNo });
  });
  fireEvent.click(await screen.findByText('Renewal'));
  expect(await screen.findByText(/Achieng · Ringing/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Listen' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  expect(await screen.findByText('Customer: Yes, call me')).toBeTruthy();
  expect(page.server.callsOf(transcript)[0]?.request).toEqual({ taskNo: row.taskNo, itemNo: 1 });
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
      concurrency: 20,
      handsOver: true,
    });
  });
});

const plan: robotPlan.PlanRow = {
  planNo: 'RP000000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  planName: 'New leads, evenings',
  scriptCode: 'INVITE',
  voiceLanguage: 'sw',
  vendor: 'ROBOT',
  smsTemplateCode: null,
  dialFrom: '09:00',
  dialTo: '17:00',
  maxAttempts: 2,
  retryGapMinutes: 120,
  runTimes: ['09:30', '14:00'],
  weekdays: [1, 3],
  startsOn: '2026-11-20',
  endsOn: null,
  audience: { willingness: 'NOT_CONNECTED' },
  holdOutPercent: 0,
  planStatus: 'DISABLED',
  nextRunAt: null,
  lastRunAt: '2026-11-23T06:30:00Z',
  lastOutcome: 'EMPTY',
  lastPeople: 0,
  runs: 3,
  updatedByName: 'Achieng',
  approvedByName: null,
  updatedAt: '2026-11-20T06:00:00Z',
  version: 4,
  allowedActions: ['update', 'submit', 'stop'],
};

test('a plan is changed with its days, times and filter, which says how many match now', async () => {
  const { page: plans, save } = robotPlan.telemarketingPlans;
  const screenOf = renderPage(<RoboticTaskPage />, {
    at: '/AdminContent/TelemarketingSystem/RoboticTask?tab=plans',
    perms: ['telemarketing:robot:save', 'telemarketing:robot:control'],
    plugin: { name: 'telemarketing', texts: { en } },
    replies: [
      reply(plans, { rows: [plan], total: 1, totalIsExact: true }),
      reply(save, { planNo: plan.planNo, planStatus: 'DISABLED', version: 5 }),
      reply(robotTask.telemarketingAudience, { people: 41, inOtherTask: 2, refused: 7, estimatedCostCents: 9_600 }),
      reply(callOption.listTypes, []),
      reply(callOption.targets, []),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Edit: / }));
  const form = await screen.findByRole('dialog');
  expect(
    await within(form).findByText(/41 people\. In another task: 2\. Would be refused now: 7\. About KES 96\.00\./),
  ).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Times'), { target: { value: '10:00, 15:30' } });
  fireEvent.change(within(form).getByLabelText('Hold-out (%)'), { target: { value: '20' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(screenOf.server.callsOf(save)[0]?.request).toMatchObject({
      planNo: 'RP000000001',
      version: 4,
      runTimes: ['10:00', '15:30'],
      weekdays: [1, 3],
      holdOutPercent: 20,
      audience: { willingness: 'NOT_CONNECTED' },
    });
  });
});
