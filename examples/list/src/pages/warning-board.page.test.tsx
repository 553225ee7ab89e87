import { warning } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { WarningBoardPage } from './warning-board.page.tsx';

const row: warning.WarningRow = {
  warningNo: 'W1',
  warningLevel: 'URGENT',
  sourceType: 'PAYOUT_FAILED',
  subject: 'Payout of LO1 failed',
  amountCents: 500_000,
  merchantNo: 'M1',
  merchantName: 'Kituo Credit',
  raisedAt: '2026-11-20T08:00:00Z',
  warningStatus: 'OPEN',
  assigneeUserNo: null,
  assigneeName: null,
  snoozedUntil: null,
  subjectPath: null,
  resolvedByName: null,
  resolvedAt: null,
  note: null,
  version: 1,
  allowedActions: ['acknowledge'],
};

function open(perms: readonly string[], at = '') {
  return renderPage(<WarningBoardPage />, {
    at: `/AdminContent/ExampleList/WarningBoard${at}`,
    perms,
    plugin: { name: 'example-list', texts: { en } },
    replies: [
      reply(warning.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(warning.acknowledge, { items: [{ warningNo: 'W1', done: true, reason: null }] }),
    ],
  });
}

test('takes a warning on, once it was confirmed', async () => {
  const page = open(['host:warning:acknowledge']);
  fireEvent.click(await screen.findByRole('button', { name: /^Acknowledge/ }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
  expect(await screen.findByText('“Payout of LO1 failed” acknowledged.')).toBeTruthy();
  expect(page.server.callsOf(warning.acknowledge)[0]?.request).toEqual({ warningNos: ['W1'] });
  page.assertReleases();
});

test('asks for what the address filters by, and offers nothing that the person may not do', async () => {
  const page = open([], '?warningLevel=URGENT');
  await screen.findByText('Payout of LO1 failed');
  expect(page.server.callsOf(warning.page)[0]?.request['filters']).toEqual({
    warningLevel: 'URGENT',
  });
  expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
});
