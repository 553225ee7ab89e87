// @vitest-environment jsdom
import { caseRepay, dictionary } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outColumns } from './case-columns.ts';
import type { CaseScope } from './case-system.ts';
import { systemOf } from './case-system.ts';
import { OutDesk } from './out-desk.tsx';
import { aCase, detailOf, listed } from './testing/a-case.ts';

const REPAY = { ORDER: caseRepay.byOrder, BILL: caseRepay.byBill } as const;

test.each<CaseScope>(['ORDER', 'BILL'])(
  'all repayments of a closed case are credited to another (%s)',
  async (scope) => {
    const { of, area } = systemOf(scope);
    const row = aCase(scope, {
      caseStatus: 'CLOSED',
      outReason: 'SETTLED',
      outTime: '2026-11-28T07:00:00Z',
      collectedCents: 120_000,
      allowedActions: ['correctAttribution'],
    });
    const page = renderPage(<OutDesk scope={scope} title="Out of collection" source="OutCollectionList" />, {
      at: '/AdminContent/CollectionSystem/OutCollectionList',
      perms: [`${area}:attribution:update`],
      replies: [
        reply(of.outPage, listed(row)),
        reply(of.outSummary, { cases: 1, collectedCents: 120_000, deductedCents: 0, byReason: [] }),
        reply(of.outOne, { ...detailOf(row), closing: null, returns: 0, rollovers: 0 }),
        reply(REPAY[scope].collectors, [{ userNo: 'U6', realName: 'Baraka Njoroge', cases: 1 }]),
        reply(REPAY[scope].correct, { changeNo: 'CH1' }),
        reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Correct credit: CS0000000001' }));
    await screen.findByText('Credit KES 1,200.00 of CS0000000001 to');
    await screen.findByRole('option', { name: 'Baraka Njoroge' });
    fireEvent.change(within(await screen.findByRole('dialog')).getByLabelText('Collector'), {
      target: { value: 'U6' },
    });
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'They made the call' } });
    fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => {
      expect(page.server.callsOf(REPAY[scope].correct)[0]?.request).toEqual({
        caseIds: ['CS0000000001'],
        collectionUserNo: 'U6',
        reason: 'They made the call',
      });
    });
  },
);

test.each([
  ['2026-11-28T07:00:00Z', 12],
  ['2026-11-16T04:59:00Z', null],
])('counts whole days in collection, and none of a case that left before it entered (%s)', (outTime, days) => {
  const column = outColumns('BILL').find(({ key }) => key === 'daysInCollection');
  expect(column?.valueOf(aCase('BILL', { outTime }))).toEqual({ kind: 'count', count: days });
});

test('leads to rollbacks and to the order’s other bills where their pages may be seen, and says how it is credited', async () => {
  const row = aCase('BILL', {
    caseStatus: 'CLOSED',
    outReason: 'SETTLED',
    outTime: '2026-11-28T07:00:00Z',
    collectedCents: 120_000,
    attributionStatus: 'CORRECTED',
    cameBack: 'BOTH',
    siblingCount: 2,
    allowedActions: [],
  });
  const closing = {
    applicationNo: 'AP0000000001',
    appliedAt: '2026-11-28T07:00:00Z',
    appliedCents: 120_000,
    journals: [],
  };
  const open = (fullPaths: string[]) =>
    renderPage(<OutDesk scope="BILL" title="Out of collection" source="OutCollectionListNew" />, {
      at: '/AdminContent/CollectionSystemNew/OutCollectionListNew',
      bootstrap: { fullPaths },
      replies: [
        reply(systemOf('BILL').of.outPage, listed(row)),
        reply(systemOf('BILL').of.outSummary, { cases: 1, collectedCents: 120_000, deductedCents: 0, byReason: [] }),
        reply(systemOf('BILL').of.outOne, { ...detailOf(row), closing, returns: 2, rollovers: 0 }),
        reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      ],
    });
  const blind = open([]);
  expect(await screen.findByText('Corrected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Go to/ })).toBeNull();
  blind.unmount();
  const page = open(['/admincontent/collectionsystemnew/rollbackflownew']);
  // The list says that it came back, before anybody opens it.
  expect(await screen.findByText('Rolled back, several rollovers')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Go to rollback: CS0000000001' }));
  expect(page.address()).toBe('/AdminContent/CollectionSystemNew/RollbackFlowNew?orderNo=LO0000000001');
  page.unmount();
  open([]);
  fireEvent.click(await screen.findByText('CS0000000001'));
  expect(await screen.findByText(/AP0000000001 · KES 1,200.00/)).toBeTruthy();
  expect(screen.getByText('Came back by 2 rollbacks')).toBeTruthy();
});
