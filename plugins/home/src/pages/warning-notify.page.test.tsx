// @vitest-environment jsdom
import { warning } from '@kituo/sdk/contracts';
import type { ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { WarningNotifyPage } from './warning-notify.page.tsx';

type Row = ReplyOf<typeof warning.page>['rows'][number];

const PERMS = ['host:warning:acknowledge', 'host:warning:assign', 'host:warning:resolve'];
const balance: Row = {
  warningNo: 'W1',
  warningLevel: 'URGENT',
  sourceType: 'LOW_BALANCE',
  subject: 'M-Pesa account A is low',
  amountCents: 1_250_000,
  merchantNo: null,
  merchantName: null,
  raisedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  warningStatus: 'OPEN',
  assigneeUserNo: null,
  assigneeName: null,
  snoozedUntil: null,
  subjectPath: '/AdminContent/UserSystem/UserManagement?userStatus=FROZEN',
  resolvedByName: null,
  resolvedAt: null,
  note: null,
  version: 1,
  allowedActions: ['acknowledge', 'assign', 'snooze', 'resolve'],
};
const flows: Row = {
  ...balance,
  warningNo: 'W2',
  warningLevel: 'ATTENTION',
  sourceType: 'FLOW_UNMATCHED',
  subject: 'Two flows without an order',
  subjectPath: null,
};
const page = (rows: readonly Row[]) => ({
  rows: [...rows],
  total: rows.length,
  totalIsExact: true,
});

function draw(rows: readonly Row[] = [balance, flows], at = '', language = 'en') {
  return renderPage(<WarningNotifyPage />, {
    language,
    perms: PERMS,
    plugin: { name: 'home', texts: { en, zh } },
    at: `/AdminContent/WarningNotify${at}`,
    bootstrap: { fullPaths: ['/admincontent/usersystem/usermanagement'] },
    replies: [
      reply(warning.page, page(rows)),
      reply(warning.causes, [
        { sourceType: 'LOW_BALANCE', count: 1, urgent: 1, runbook: 'Top up the account.' },
        { sourceType: 'FLOW_UNMATCHED', count: 1, urgent: 0, runbook: 'Match the flow.' },
      ]),
    ],
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('starts with the last seven days, and leaves an address that names its filters as it is', async () => {
  const bare = draw();
  await bare.findByText(balance.subject);
  expect(bare.address()).toBe('/AdminContent/WarningNotify?raisedWithin=D7');
  expect(bare.server.callsOf(warning.page).map(({ request }) => request['filters'])).toEqual([{ raisedWithin: 'D7' }]);
  bare.getAllByText('3 hours ago');
  bare.assertReleases();
  const wanted = draw([balance], '?isLive=true');
  await wanted.findByText(balance.subject);
  expect(wanted.address()).toBe('/AdminContent/WarningNotify?isLive=true');
});

it('shows causes with their counts, and the runbook line of the chosen one', async () => {
  const drawn = draw();
  const causes = within(await drawn.findByRole('region', { name: 'Warnings by cause' }));
  await userEvent.click(causes.getByRole('button', { name: 'Low balance 1' }));
  expect(drawn.address()).toContain('sourceType=LOW_BALANCE');
  await drawn.findByText('Top up the account.');
  await userEvent.click(causes.getByRole('button', { name: 'Low balance 1' }));
  expect(drawn.queryByText('Top up the account.')).toBeNull();
});

it('walks with j and k, and e takes the next step', async () => {
  const drawn = draw([balance, { ...flows, allowedActions: ['resolve'] }]);
  await drawn.findByText(balance.subject);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(drawn.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e' });
  await drawn.findByRole('dialog', { name: 'Resolve this warning' });
  await userEvent.click(drawn.getByRole('button', { name: 'Cancel' }));
  fireEvent.keyDown(document.body, { key: 'k' });
});

it('says of each of a batch what became of it', async () => {
  const drawn = draw();
  await drawn.findByText(balance.subject);
  for (const { subject } of [balance, flows])
    await userEvent.click(drawn.getByRole('checkbox', { name: new RegExp(subject) }));
  drawn.server.answer(
    reply(warning.resolve, {
      items: [
        { warningNo: 'W1', done: true, reason: null },
        { warningNo: 'W2', done: false, reason: 'Already resolved by Otieno Ouma.' },
      ],
    }),
  );
  await userEvent.click(drawn.getByRole('button', { name: 'Resolve' }));
  const dialog = within(await drawn.findByRole('dialog', { name: 'Resolve 2 warnings' }));
  await userEvent.type(dialog.getByRole('textbox'), 'Topped up');
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve 2' }));
  await drawn.findByText('1 warning resolved');
  const results = within(await drawn.findByRole('dialog', { name: '1 of 2 done' }));
  expect(results.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Two flows without an orderAlready resolved by Otieno Ouma.',
    'M-Pesa account A is lowDone',
  ]);
});

it('snoozes until a time that somebody chose', async () => {
  const drawn = draw([balance]);
  await drawn.findByText(balance.subject);
  drawn.server.answer(reply(warning.snooze, { ...balance, snoozedUntil: '2026-11-25T06:30:00.000Z' }));
  await userEvent.click(drawn.getByRole('button', { name: /^More actions/ }));
  await userEvent.click(await drawn.findByRole('menuitem', { name: 'Snooze' }));
  const dialog = within(await drawn.findByRole('dialog', { name: 'Snooze this warning' }));
  expect(dialog.queryByLabelText(/^Until/)).toBeNull();
  await userEvent.selectOptions(dialog.getByLabelText(/^Duration/), 'Until…');
  fireEvent.change(dialog.getByLabelText(/^Until/), { target: { value: '2026-11-25T09:30' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }));
  await waitFor(() =>
    expect(drawn.server.callsOf(warning.snooze).map(({ request }) => request)).toEqual([
      { warningNo: 'W1', until: '2026-11-25T06:30:00.000Z' },
    ]),
  );
});

it('shows who resolved what is resolved already', async () => {
  const drawn = draw();
  await drawn.findByText(balance.subject);
  drawn.server.answer(
    reply(warning.resolve, () => {
      throw new Refusal('WARNING_RESOLVED', { facts: { who: 'Otieno Ouma' } });
    }),
  );
  drawn.server.answer(
    reply(warning.detail, {
      ...balance,
      warningStatus: 'RESOLVED',
      resolvedByName: 'Otieno Ouma',
      resolvedAt: '2026-11-20T06:00:00Z',
      note: 'Topped up by bank transfer',
      runbook: 'Top up the account.',
      history: [],
      assignees: [],
    }),
  );
  await userEvent.click(drawn.getByText(balance.subject));
  await drawn.findByText(/Resolved by Otieno Ouma/);
  drawn.getByText('Topped up by bank transfer');
  expect(drawn.address()).toContain('warning=W1');
});

it('opens a subject only where one may open it', async () => {
  const drawn = draw([balance]);
  await drawn.findByText(balance.subject);
  await userEvent.click(drawn.getByRole('button', { name: /^More actions/ }));
  await userEvent.click(await drawn.findByRole('menuitem', { name: 'Open subject' }));
  expect(drawn.address()).toBe('/AdminContent/UserSystem/UserManagement?userStatus=FROZEN');
});

it('asks for desktop notices on the click alone, and then tells of new urgent warnings', async () => {
  const shown: string[] = [];
  const ask = vi.fn(() => Promise.resolve('granted'));
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted';
      static requestPermission = ask;
      constructor(_title: string, { body }: { body: string }) {
        shown.push(body);
      }
      close() {}
    },
  );
  const many = Array.from({ length: 21 }, (_, index): Row => ({
    ...balance,
    warningNo: `W${50 - index}`,
    raisedAt: new Date(Date.parse(balance.raisedAt) - index * 6e4).toISOString(),
  }));
  const drawn = draw(many.slice(0, 20));
  await drawn.findAllByText(balance.subject);
  expect(ask).not.toHaveBeenCalled();
  await userEvent.click(drawn.getByRole('button', { name: 'Desktop notifications' }));
  await drawn.findByRole('button', { name: 'Desktop notifications on' });
  await waitFor(() => {
    expect(drawn.server.callsOf(warning.page)).toHaveLength(2);
  });
  const late: Row = { ...balance, warningNo: 'W9', subject: 'Payout without response' };
  // One of the newest twenty was closed: an old one takes its place.
  drawn.server.answer(reply(warning.page, page(many.slice(1))));
  drawn.push({ type: 'warnings' });
  await waitFor(() => {
    expect(drawn.server.callsOf(warning.page).length).toBeGreaterThan(3);
  });
  drawn.server.answer(reply(warning.page, page([late, ...many.slice(1, 20)])));
  drawn.push({ type: 'warnings' });
  await waitFor(() => {
    expect(shown).toEqual(['Payout without response']);
  });
});
