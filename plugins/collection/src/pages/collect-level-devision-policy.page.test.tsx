// @vitest-environment jsdom
import { casePolicy, job, merchant, type policyRun, type rules } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CollectLevelDevisionPolicyPage } from './collect-level-devision-policy.page.tsx';

const policy: casePolicy.LevelRow = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Haraka',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED',
  isEnabled: true,
  hasPending: false,
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  lastRunAt: '2026-11-23T08:00:00Z',
  lastRunItems: 3,
  version: 1,
  allowedActions: ['update', 'disable'],
  ruleName: 'Early',
  caseScopes: ['ORDER', 'BILL'],
  caseLevels: ['S1'],
  divisionMode: 'COUNT',
  newStaffWeight: 60,
  oldStaffWeight: 100,
  newStaffCap: null,
  oldStaffCap: null,
  newStaffMaxAmountCents: null,
  amountFromCents: null,
  amountToCents: null,
  keepCollector: true,
  keepOrderTogether: true,
};
const started = { jobNo: 'J1' };

const run: rules.RunRow = {
  runId: 'R000001.1795651200000',
  ruleId: 'R000001',
  versionNo: 1,
  runAt: '2026-11-23T08:00:00.000Z',
  itemCount: 1,
  amountCents: 900_000,
  items: [],
};
const ofRun = {
  caseScope: 'ORDER',
  orderNo: 'LO1',
  customerName: 'A*** N***',
  caseLevel: 'S1',
  dueAtEntryCents: 300_000,
  refusedFor: null,
} as const;
const given: policyRun.RunCase = {
  ...ofRun,
  caseNo: 'CS0000000001',
  outcome: 'GIVEN',
  collectorUserNo: 'U000009',
  collectorName: 'Otieno',
  whyGiven: 'LANGUAGE',
  facts: { language: 'so', mode: 'AMOUNT', group: 'OLD', openCases: 12 },
  whyLeft: null,
};
const left: policyRun.RunCase = {
  ...ofRun,
  caseNo: 'CS0000000002',
  outcome: 'LEFT',
  collectorUserNo: null,
  collectorName: null,
  whyGiven: null,
  facts: null,
  whyLeft: 'NOBODY_ON_SHIFT',
};
const none: policyRun.RunCasesReply = {
  rows: [],
  total: 0,
  totalIsExact: true,
  counts: [],
  unlisted: 0,
  left: [],
  people: [],
};
const both: policyRun.RunCasesReply = {
  ...none,
  rows: [given, left],
  total: 45,
  counts: [
    { outcome: 'GIVEN', cases: 44 },
    { outcome: 'LEFT', cases: 1 },
  ],
  left: [{ why: 'NOBODY_ON_SHIFT', cases: 1 }],
  people: [{ userNo: 'U000009', realName: 'Otieno', group: 'OLD', cases: 44, amountCents: 900_000 }],
};

const open = (perms = ['collection:policy:save'], cases: policyRun.RunCasesReply = none) =>
  renderPage(<CollectLevelDevisionPolicyPage />, {
    at: '/AdminContent/CollectionSystem/CollectLevelDevisionPolicy',
    plugin: { name: 'collection', texts: { en } },
    perms,
    replies: [
      reply(casePolicy.levels.page, { rows: [policy], total: 1, totalIsExact: true }),
      reply(casePolicy.levels.runPage, { rows: [run], total: 1, totalIsExact: true }),
      reply(casePolicy.levelRunCases, cases),
      reply(casePolicy.levelStateMany, { jobNo: started.jobNo }),
      reply(casePolicy.levelCopyMany, { jobNo: started.jobNo }),
      reply(casePolicy.levelRunPreview, { cases: 12, given: 10, collectors: 3, caseLevels: ['S1'] }),
      reply(casePolicy.levelRun, { jobNo: started.jobNo, cases: 12 }),
      reply(job.page, { rows: [], total: 0, totalIsExact: true }),
      reply(merchant.options, [{ merchantNo: 'M0002', merchantName: 'Tawi', enabled: true }]),
    ],
  });

test('disables selected policies with a reason', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Early/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Disable' }));
  const asked = within(await screen.findByRole('dialog'));
  fireEvent.change(await asked.findByLabelText('Reason'), { target: { value: 'A new season' } });
  fireEvent.click(asked.getByRole('button', { name: 'Disable' }));
  await waitFor(() => {
    expect(page.server.callsOf(casePolicy.levelStateMany)[0]?.request).toEqual({
      ruleIds: ['R000001'],
      isEnabled: false,
      reason: 'A new season',
    });
  });
});

test('says how many cases a policy would divide among how many before it runs', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Early' }));
  fireEvent.click(await screen.findByText('Run now'));
  const asked = within(await screen.findByRole('alertdialog'));
  expect(await asked.findByText('Divide 10 cases of S1 among 3 collectors?')).toBeTruthy();
  expect(asked.getByText('2 cases find nobody now')).toBeTruthy();
  fireEvent.click(asked.getByRole('button', { name: 'Run now' }));
  await waitFor(() => {
    expect(page.server.callsOf(casePolicy.levelRun)[0]?.request).toEqual({ ruleId: 'R000001' });
  });
});

test('offers nothing of it without the right', async () => {
  open([]);
  await screen.findByText('Early');
  expect(screen.queryByText('Run now')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Disable' })).toBeNull();
});

async function openRuns(cases: policyRun.RunCasesReply) {
  const page = open([], cases);
  fireEvent.click(await screen.findByText('Early'));
  fireEvent.click(await screen.findByRole('tab', { name: 'Runs' }));
  return page;
}

test('shows each case of the newest run with its collector and why, and those that found nobody', async () => {
  const page = await openRuns(both);
  const cases = within(await screen.findByRole('table', { name: 'Cases' }));
  const why = 'Speaks the language · so · Load by: Amount · Experienced staff · 12 open cases before';
  expect(cases.getByText(why).closest('tr')?.textContent).toContain('Otieno');
  expect(cases.getByText('Nobody found: No one on shift').closest('tr')?.textContent).toContain('CS0000000002');
  expect(within(screen.getByRole('table', { name: 'Who got what' })).getByText('Experienced staff')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'next' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Nobody found 1' }));
  const of = { ruleId: 'R000001', versionNo: 1, runAt: run.runAt };
  await waitFor(() => {
    expect(page.server.callsOf(casePolicy.levelRunCases).map(({ request }) => request)).toMatchObject([
      { filters: of, page: 1 },
      { filters: of, page: 2 },
      { filters: { ...of, outcome: 'LEFT' }, page: 1 },
    ]);
  });
});

test('says of a run from before cases were recorded that they were counted only', async () => {
  await openRuns({ ...none, unlisted: 7 });
  expect(await screen.findByText('7 cases of this run were counted only, not recorded by number')).toBeTruthy();
  expect(screen.queryByText('No cases in this run')).toBeNull();
});
