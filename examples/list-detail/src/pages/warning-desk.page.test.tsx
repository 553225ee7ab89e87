import { warning } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { WarningDeskPage } from './warning-desk.page.tsx';

const row: warning.WarningRow = {
  warningNo: 'W1',
  warningLevel: 'ATTENTION',
  sourceType: 'LOW_BALANCE',
  subject: 'The payout account runs low',
  amountCents: null,
  merchantNo: null,
  merchantName: null,
  raisedAt: '2026-11-20T08:00:00Z',
  warningStatus: 'ACKNOWLEDGED',
  assigneeUserNo: 'U1',
  assigneeName: 'Achieng Otieno',
  snoozedUntil: null,
  subjectPath: null,
  resolvedByName: null,
  resolvedAt: null,
  note: null,
  version: 2,
  allowedActions: ['resolve'],
};
const history = [{ action: 'acknowledge', byName: 'Achieng Otieno', at: '2026-11-20T09:00:00Z', note: null }];

function open(at = '') {
  return renderPage(<WarningDeskPage />, {
    at: `/AdminContent/ExampleDetail/WarningDesk${at}`,
    perms: ['host:warning:resolve'],
    plugin: { name: 'example-detail', texts: { en } },
    replies: [
      reply(warning.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(warning.detail, { ...row, runbook: 'Top the account up.', history, assignees: [] }),
      reply(warning.resolve, { items: [{ warningNo: 'W1', done: true, reason: null }] }),
    ],
  });
}

test('shows what the address names, with its history, and lets it be resolved from there', async () => {
  const page = open('?warning=W1');
  expect(await screen.findByText('Top the account up.')).toBeTruthy();
  const drawer = screen.getByRole('dialog', { name: row.subject });
  expect(within(drawer).getByText('Acknowledged', { selector: 'strong' })).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Resolve' }));
  fireEvent.change(await screen.findByLabelText(/^Note/), {
    target: { value: 'Topped up by 2 million.' },
  });
  const form = screen.getByRole('dialog', { name: `Resolve “${row.subject}”` });
  fireEvent.click(within(form).getByRole('button', { name: 'Resolve' }));
  expect(await screen.findByText(`“${row.subject}” resolved.`)).toBeTruthy();
  expect(page.server.callsOf(warning.resolve)[0]?.request).toEqual({
    warningNos: ['W1'],
    note: 'Topped up by 2 million.',
  });
  await waitFor(() => {
    expect(page.address()).toBe('/AdminContent/ExampleDetail/WarningDesk');
  });
  page.assertReleases();
});

test('a note that is not there is asked for beside its field, and nothing is sent', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: /^Resolve/ }));
  const form = await screen.findByRole('dialog');
  fireEvent.click(within(form).getByRole('button', { name: 'Resolve' }));
  await within(form).findByRole('textbox', { name: /^Note/, description: /\S/ });
  expect(page.server.callsOf(warning.resolve)).toHaveLength(0);
});
