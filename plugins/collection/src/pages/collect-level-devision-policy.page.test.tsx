// @vitest-environment jsdom
import { casePolicy, job, merchant } from '@kituo/sdk/contracts';
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

const open = (perms = ['collection:policy:save']) =>
  renderPage(<CollectLevelDevisionPolicyPage />, {
    at: '/AdminContent/CollectionSystem/CollectLevelDevisionPolicy',
    plugin: { name: 'collection', texts: { en } },
    perms,
    replies: [
      reply(casePolicy.levels.page, { rows: [policy], total: 1, totalIsExact: true }),
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
