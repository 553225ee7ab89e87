// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { change } from '../../contracts/index.ts';
import { renderPage, reply } from '../../testing/index.ts';
import { DataTable } from '../table/data-table.tsx';
import { useLayout } from '../table/use-layout.ts';
import { defineColumns, text } from '../list/columns.ts';
import { useRows } from '../list/use-rows.ts';
import { DecisionDialogs } from './decision-dialogs.tsx';
import { Diff } from './diff.tsx';
import { decision, useDecisions } from './use-decisions.ts';

type Row = change.ChangeRow;
const family = change.changeFamilies.user;
const columns = defineColumns<Row>([text('subjectName')]);
const row: Row = {
  changeNo: 'CH1',
  kind: 'user.update',
  title: 'Edit a user',
  subjectNo: 'U1',
  subjectName: 'Achieng',
  before: { capCents: 100_000, startsOn: '2026-11-01', name: 'Achieng', bands: [{ fromCents: 50_000, rateBps: 800 }] },
  after: { name: 'Achieng', startsOn: '2026-12-01', capCents: 250_000, bands: [{ fromCents: 50_000, rateBps: 15 }] },
  makerUserNo: 'U2',
  makerName: 'Wanjiru',
  reason: 'New level',
  createdAt: '2026-11-20T08:00:00Z',
  lapsesAt: null,
  changeState: 'PENDING',
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  concerns: [],
  allowedActions: ['approve', 'reject'],
};

function Page() {
  const list = useRows({ name: 'test.changes', rows: [row], idOf: ({ changeNo }) => changeNo, columns });
  const layout = useLayout(list.name, columns);
  const decisions = useDecisions<Row>({
    list,
    nameOf: ({ subjectName }) => subjectName,
    approve: decision(family.approve, ({ changeNo }: Row, reason) => ({ changeNo, reason })),
    reject: decision(family.reject, ({ changeNo }: Row, reason: string) => ({ changeNo, reason })),
  });
  return (
    <>
      <DataTable
        list={list}
        layout={layout}
        label="Changes"
        nameOf={decisions.nameOf}
        rowActions={decisions.rowActions}
      />
      <DecisionDialogs decisions={decisions}>
        {({ before, after }) => <Diff before={before} after={after} order={['startsOn', 'capCents']} />}
      </DecisionDialogs>
    </>
  );
}

function open(perms = ['user:change:approve']) {
  return renderPage(<Page />, {
    perms,
    plugin: {
      name: 'test',
      texts: {
        en: { field: { subjectName: 'Who', capCents: 'Limit', startsOn: 'Start', name: 'Name', bands: 'Bands' } },
      },
    },
    replies: [reply(family.reject, { ...row, changeState: 'REJECTED', allowedActions: [] })],
  });
}

test('shows who asked, when and why, and what differs in the order of the form', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Review: Achieng' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Review: Achieng' });
  expect(await within(dialog).findByText('Requested by Wanjiru on 20 Nov 2026, 11:00')).toBeTruthy();
  expect(within(dialog).getByText('New level')).toBeTruthy();
  expect(
    within(await within(dialog).findByRole('table'))
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual(['Start1 Nov 20261 Dec 2026', 'LimitKES 1,000.00KES 2,500.00', 'BandsKES 500.00 · 8%KES 500.00 · 0.15%']);
  expect(within(dialog).getByText('1 field unchanged')).toBeTruthy();
});

test('what lies within a record is named, with money and days as people write them', async () => {
  const after = { steps: [{ sendOn: '2026-12-01', capCents: 250_000 }] };
  renderPage(<Diff before={null} after={after} nameOf={() => 'Steps'} partName={(part) => part.toUpperCase()} />, {
    plugin: { name: 'test', texts: { en: {} } },
  });
  expect(await screen.findByText('SENDON: 1 Dec 2026 · CAPCENTS: KES 2,500.00')).toBeTruthy();
});

test('says what has no limit, and nothing of a field that is empty before and after', async () => {
  const after = { dailyCap: -1, dailyCapCents: -1, endpointUrl: null, sent: 1_250_000 };
  renderPage(<Diff before={{}} after={after} nameOf={(field) => field} />, {
    plugin: { name: 'test', texts: { en: {} } },
  });
  expect(await screen.findAllByText('Unlimited')).toHaveLength(2);
  expect(screen.getByText('1,250,000')).toBeTruthy();
  expect(screen.queryByText('endpointUrl')).toBeNull();
});

test('a code is said in the words of the dictionary that its field is named after', async () => {
  const texts = { en: { REWARD_TYPE: { TASK: 'Task' }, REPAY_CHANNEL: { MPESA: 'M-Pesa' } } };
  const after = { rewardType: 'TASK', paymentChannel: 'MPESA', promotionCode: 'KARIBU' };
  renderPage(<Diff before={null} after={after} nameOf={(field) => field} />, { plugin: { name: 'test', texts } });
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'rewardTypeTask',
    'paymentChannelM-Pesa',
    'promotionCodeKARIBU',
  ]);
});

test('rejects with a reason alone', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Review: Achieng' }));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Reject' }));
  expect(await within(dialog).findByText('A rejection needs a reason.')).toBeTruthy();
  expect(page.server.callsOf(family.reject)).toHaveLength(0);
  fireEvent.change(within(dialog).getByLabelText('Note'), { target: { value: 'Too early' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await screen.findByText('Achieng rejected.');
  expect(page.server.callsOf(family.reject)[0]?.request).toEqual({ changeNo: 'CH1', reason: 'Too early' });
});

test('is not offered to those who may not decide', async () => {
  open([]);
  await screen.findByText('Achieng');
  expect(screen.queryByText('Review')).toBeNull();
});
