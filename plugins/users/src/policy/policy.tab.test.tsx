// @vitest-environment jsdom
import { queryClient } from '@kituo/sdk';
import { config } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { PolicyTab } from './policy.tab.tsx';

const MFA = 'signIn.mfaRequired';
const POLICY = 'signIn.passwordPolicy';
const rules = { minLength: 10, remembered: 5, maxAgeDays: null };
const about = { isPerSubject: false, asksForChecker: true, maySave: true };
const keys = [
  { ...about, configKey: MFA, title: 'Require authenticator for everyone', inForce: false },
  { ...about, configKey: POLICY, title: 'Rules for passwords', inForce: rules },
  // Of a section: it stands on that section's page.
  { ...about, configKey: 'review.rules', title: 'Rules of reviews', inForce: null },
];
const pending: config.ConfigVersion = {
  versionId: 'CV0000007',
  configKey: MFA,
  title: 'Require authenticator for everyone',
  subjectNo: '',
  versionNo: 3,
  value: true,
  effectiveFrom: '2026-12-01',
  inForceFrom: null,
  versionStatus: 'PENDING',
  makerUserNo: 'U000001',
  makerName: 'Wanjiru',
  checkerName: null,
  reason: 'New policy',
  decisionReason: null,
  version: 2,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  allowedActions: ['approve', 'reject'],
};

function open(...replies: FakeReply[]) {
  return renderPage(<PolicyTab />, {
    at: '/AdminContent/UserSystem/RoleManagement',
    perms: ['user:role:sensitive', 'user:change:approve'],
    plugin: { name: 'users', texts: { en, zh } },
    replies: [
      ...replies,
      reply(config.keys, keys),
      reply(config.page, { rows: [pending], total: 1, totalIsExact: true }),
      reply(config.inForce, { value: false, versionNo: null, effectiveFrom: null }),
    ],
  });
}

test('what applies now is above the versions, and sections’ rules do not', async () => {
  const page = open();
  const now = await screen.findByRole('region', { name: 'Current' });
  expect(
    within(now)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Require authenticator for everyoneOffEdit',
    'Rules for passwordsAt least 10 characters · None of the last 5 · No maximum ageEdit',
  ]);
  await screen.findByText('New policy');
  expect(page.server.callsOf(config.page).at(-1)?.request).toMatchObject({
    filters: { configKeys: [MFA, POLICY] },
  });
});

test('a switch is drafted with its day and reason', async () => {
  const page = open(reply(config.save, pending));
  fireEvent.click(await screen.findByLabelText('Edit Require authenticator for everyone'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByLabelText('On'));
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Audit' } });
  fireEvent.click(within(dialog).getByText('Save draft'));
  await screen.findByText('Draft saved. Submit it for approval.');
  expect(page.server.callsOf(config.save)[0]?.request).toMatchObject({
    configKey: MFA,
    value: true,
    reason: 'Audit',
    effectiveFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('what the server says of a rule is beside its field', async () => {
  open(
    reply(config.save, () => {
      throw new Refusal('BAD_REQUEST', {
        fields: [{ field: 'value.minLength', msg: 'At least 10' }],
      });
    }),
  );
  fireEvent.click(await screen.findByLabelText('Edit Rules for passwords'));
  const dialog = await screen.findByRole('dialog');
  const field = await within(dialog).findByLabelText('Minimum length');
  fireEvent.change(field, { target: { value: '6' } });
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Shorter' } });
  fireEvent.click(within(dialog).getByText('Save draft'));
  expect(await within(dialog).findByText('At least 10')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('who decides sees what changes, and approves', async () => {
  const page = open(reply(config.approve, { ...pending, versionStatus: 'SCHEDULED' }));
  fireEvent.click(await screen.findByText('New policy'));
  const drawer = await screen.findByRole('dialog');
  const difference = await within(drawer).findByRole('table');
  expect(
    within(difference)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Off', 'On']);
  fireEvent.click(within(drawer).getByText('Review'));
  const confirm = await screen.findByRole('alertdialog');
  await within(confirm).findByText(/Requested by Wanjiru on 20 Nov 2026/);
  expect(within(await within(confirm).findByRole('table')).getByRole('cell', { name: 'On' })).toBeTruthy();
  fireEvent.click(within(confirm).getByText('Approve'));
  await screen.findByText('Require authenticator for everyone, version 3 approved.');
  expect(page.server.callsOf(config.approve)[0]?.request).toEqual({
    versionId: 'CV0000007',
    version: 2,
  });
});

test('a reading that fails takes no form away that somebody is filling in', async () => {
  const page = open();
  fireEvent.click(await screen.findByLabelText('Edit Require authenticator for everyone'));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText('Reason'), { target: { value: 'Audit' } });
  page.server.answer(
    reply(config.keys, () => {
      throw new Refusal('STALE');
    }),
  );
  page.push({ type: 'change', changeNo: 'C1', changeState: 'PENDING' });
  await waitFor(() => {
    expect(queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' })).toHaveLength(1);
  });
  // Told a task later, and drawn.
  await act(() => new Promise((told) => setTimeout(told)));
  const [mfa, ...others] = keys;
  if (mfa !== undefined) page.server.answer(reply(config.keys, [{ ...mfa, inForce: true }, ...others]));
  page.push({ type: 'change', changeNo: 'C1', changeState: 'APPROVED' });
  const now = await screen.findByRole('region', { name: 'Current', hidden: true });
  await within(now).findByText('On');
  expect(within(dialog).getByLabelText('Reason')).toHaveProperty('value', 'Audit');
  expect(dialog.isConnected).toBe(true);
});
