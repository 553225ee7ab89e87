// @vitest-environment jsdom
import { casePolicy, merchant, type policyRun } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { PreReminderCaseDivisionPolicyPage } from './pre-reminder-case-division-policy.page.tsx';

const policy: casePolicy.ReminderRow = {
  ruleId: 'R000002',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  subjectNo: 'M0001_R000002',
  ruleStatus: 'DISABLED',
  isEnabled: false,
  hasPending: false,
  versionNo: 3,
  effectiveFrom: '2026-11-20',
  lastRunAt: '2026-11-23T08:00:00Z',
  lastRunItems: 3,
  lastRunResult: 'PARTLY',
  version: 1,
  allowedActions: ['update', 'enable'],
  ruleName: 'Early',
  caseScopes: ['ORDER', 'BILL'],
  productNos: [],
  productNames: [],
  loanType: null,
  divisionMode: 'COUNT',
  newStaffWeight: 60,
  oldStaffWeight: 100,
  newStaffCap: null,
  oldStaffCap: null,
  onDueDay: 'PERSON',
  oneDayBefore: 'SMS',
  twoDaysBefore: 'NONE',
  threeDaysBefore: 'NONE',
  remindAt: '09:00',
  inTimePayers: 'ALL',
};
const preview = { day: '2026-11-24', cases: 42, amountCents: 0, steps: [], people: [], left: [], fairness: null };
const run = {
  runId: 'R000002.1795651200000',
  ruleId: 'R000002',
  versionNo: 3,
  runAt: '2026-11-23T08:00:00.000Z',
  itemCount: 2,
  amountCents: 0,
  items: [],
};
const reminded: policyRun.RunCase = {
  caseNo: 'CS0000000001',
  caseScope: 'ORDER',
  orderNo: 'LO1',
  customerName: 'A*** N***',
  caseLevel: 'S0',
  dueAtEntryCents: 300_000,
  outcome: 'REMINDED',
  collectorUserNo: null,
  collectorName: null,
  whyGiven: null,
  facts: null,
  whyLeft: null,
  refusedFor: null,
};
const cases: policyRun.RunCasesReply = {
  rows: [reminded, { ...reminded, caseNo: 'CS0000000002', outcome: 'REFUSED', refusedFor: 'CONTACT_CAP' }],
  total: 2,
  totalIsExact: true,
  counts: [
    { outcome: 'REMINDED', cases: 1 },
    { outcome: 'REFUSED', cases: 1 },
  ],
  unlisted: 0,
  left: [],
  people: [],
};

const open = (perms = ['collection:policy:save'], runs: policyRun.RunCasesReply = cases) =>
  renderPage(<PreReminderCaseDivisionPolicyPage />, {
    at: '/AdminContent/CollectionSystem/PreReminderCaseDivisionPolicy',
    plugin: { name: 'collection', texts: { en } },
    perms,
    replies: [
      reply(casePolicy.reminders.page, { rows: [policy], total: 1, totalIsExact: true }),
      reply(casePolicy.reminders.runPage, { rows: [run], total: 1, totalIsExact: true }),
      reply(casePolicy.reminderRunCases, runs),
      reply(casePolicy.reminderSimulate, preview),
      reply(merchant.options, []),
    ],
  });

test('says how many cases a day follow a policy before it is enabled, and how its last run ended', async () => {
  const page = open();
  expect(await screen.findByText('Some cases')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Early' }));
  fireEvent.click(await screen.findByText('Enable'));
  const asked = within(await screen.findByRole('dialog'));
  expect(await asked.findByText('From 20 Nov 2026, 42 cases a day follow Early.')).toBeTruthy();
  await waitFor(() => {
    expect(page.server.callsOf(casePolicy.reminderSimulate)[0]?.request).toMatchObject({
      ruleId: 'R000002',
      merchantNo: 'M0001',
      value: { ruleName: 'Early', onDueDay: 'PERSON' },
    });
  });
});

async function openRuns(runs = cases) {
  open([], runs);
  fireEvent.click(await screen.findByText('Early'));
  fireEvent.click(await screen.findByRole('tab', { name: 'Runs' }));
}

test('lists the reminders of a run, and why the contact gate refused one', async () => {
  await openRuns();
  const table = within(await screen.findByRole('table', { name: 'Cases' }));
  const rows = table.getAllByRole('row').map((row) => row.textContent);
  expect(rows[1]).toContain('Reminded');
  expect(rows[2]).toContain('Not reminded: Contact limit reached');
});

test('says that a run had no cases', async () => {
  await openRuns({ ...cases, rows: [], total: 0, counts: [] });
  expect(await screen.findByText('No cases in this run')).toBeTruthy();
});
