// @vitest-environment jsdom
import { autoCancel, config, merchant } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { AutomaticLoanCancelConfigPage } from './automatic-loan-cancel-config.page.tsx';

const rule: autoCancel.AutoCancelRow = {
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
  ruleName: 'Not sent in two days',
  productNos: [],
  productNames: [],
  orderStatus: 'PENDING_DISBURSEMENT',
  waitHours: 48,
  failCodes: [],
  maxAttempts: null,
  notifyTemplateNo: null,
};
const found = {
  considered: 2,
  matched: 2,
  amountCents: 388_000_00,
  matchedInForce: 1,
  items: [
    { subjectNo: 'LO1', amountCents: 300_000_00, outcome: 'VOIDED', outcomeInForce: 'VOIDED' },
    { subjectNo: 'LO2', amountCents: 88_000_00, outcome: 'VOIDED', outcomeInForce: null },
  ],
  dryRunToken: 'token.of.these.values',
};
const pending: config.ConfigVersion = {
  versionId: 'CV1',
  configKey: 'afterLoan.autoCancel',
  title: 'Automatic cancellation',
  subjectNo: 'M0001_R000001',
  versionNo: 2,
  value: { ruleName: 'Not sent in two days', waitHours: 24, orderStatus: 'PENDING_DISBURSEMENT' },
  effectiveFrom: '2026-12-01',
  inForceFrom: null,
  versionStatus: 'PENDING',
  makerUserNo: 'U1',
  makerName: 'Disburser',
  checkerName: null,
  reason: 'Customers wait',
  decisionReason: null,
  createdAt: '2026-11-23T08:00:00Z',
  updatedAt: '2026-11-23T08:00:00Z',
  version: 1,
  allowedActions: ['approve', 'reject'],
};

function open(perms: string[], rows = [rule], at = '') {
  return renderPage(<AutomaticLoanCancelConfigPage />, {
    at: `/AdminContent/AfterLoanSystem/AutomaticLoanCancelConfig${at}`,
    plugin: { name: 'after-loan', texts: { en } },
    perms,
    replies: [
      reply(autoCancel.page, { rows, total: rows.length, totalIsExact: true }),
      reply(autoCancel.products, [{ productNo: 'P1', productName: 'Salary', merchantName: 'Haraka' }]),
      reply(merchant.options, [
        { merchantNo: 'M0001', merchantName: 'Haraka', enabled: true, type: 'SELF_OPERATED' } as never,
      ]),
      reply(autoCancel.dryRun, found),
      reply(autoCancel.save, { ruleId: 'R000001', versionId: 'CV1', versionNo: 2, versionStatus: 'PENDING' }),
      reply(autoCancel.state, { ruleId: 'R000001', ruleStatus: 'DISABLED' }),
      reply(autoCancel.runPage, {
        rows: [
          {
            runId: 'R000001.1',
            ruleId: 'R000001',
            versionNo: 1,
            runAt: '2026-11-23T08:00:00Z',
            itemCount: 1,
            amountCents: 300_000,
            items: [
              { subjectNo: 'LO9', outcome: 'VOIDED', amountCents: 300_000, facts: {}, at: '2026-11-23T08:00:00Z' },
            ],
          },
        ],
        total: 1,
        totalIsExact: true,
      }),
      reply(config.page, { rows: [pending], total: 1, totalIsExact: true }),
      reply(config.approve, { ...pending, versionStatus: 'SCHEDULED' }),
    ],
  });
}

test('simulates a new version, shows what would differ, and sends the token of these very values', async () => {
  const page = open(['afterLoan:autoCancel:save']);
  fireEvent.click(await screen.findByRole('button', { name: /Edit/ }));
  const wait = await screen.findByLabelText(/^Wait/);
  fireEvent.change(wait, { target: { value: '24' } });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Customers wait' } });
  fireEvent.click(screen.getByRole('button', { name: 'Simulate' }));
  await screen.findByText(/Would cancel 2 orders now/);
  const changed = screen.getByText('LO2').closest('tr');
  expect(changed?.hasAttribute('data-differs')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await screen.findByText('Sent for approval');
  expect(page.server.callsOf(autoCancel.save)[0]?.request).toMatchObject({
    ruleId: 'R000001',
    merchantNo: 'M0001',
    value: { waitHours: 24, maxAttempts: null, failCodes: [] },
    dryRunToken: 'token.of.these.values',
  });
});

test('forgets the simulation once a value changes', async () => {
  const page = open(['afterLoan:autoCancel:save']);
  fireEvent.click(await screen.findByRole('button', { name: /Edit/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Simulate' }));
  await screen.findByText(/Would cancel 2 orders now/);
  fireEvent.change(screen.getByLabelText(/^Wait/), { target: { value: '12' } });
  await screen.findByText('Values changed. Simulate again.');
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Customers wait' } });
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(autoCancel.save)).toHaveLength(1);
  });
  expect(page.server.callsOf(autoCancel.save)[0]?.request).not.toHaveProperty('dryRunToken');
});

test('decides on a version beside the rule, and shows what the rule did', async () => {
  const page = open(['afterLoan:autoCancel:audit'], [{ ...rule, hasPending: true, allowedActions: [] }]);
  fireEvent.click(await screen.findByText('Not sent in two days'));
  fireEvent.click((await screen.findAllByRole('button', { name: /Review/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('alertdialog');
  await within(dialog).findByText('24');
  fireEvent.click(within(dialog).getByRole('button', { name: /Approve/ }));
  await waitFor(() => {
    expect(page.server.callsOf(config.approve)[0]?.request).toMatchObject({ versionId: 'CV1', version: 1 });
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Runs' }));
  await screen.findByText('LO9');
});

test('shows no button to those without the codes', async () => {
  open([]);
  await screen.findByText('Not sent in two days');
  expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull();
});
