// @vitest-environment jsdom
import { collectionMerge, dictionary } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AllocationDesk } from './allocation-desk.tsx';
import { systemOf } from './case-system.ts';
import { MyCases } from './my-cases.tsx';
import { aCase, detailOf, listed } from './testing/a-case.ts';

const byOrder = aCase('ORDER', { caseId: 'CS0000000021', caseNo: 'CS0000000021' });
const byBill = aCase('BILL', { caseId: 'CS0000000022', caseNo: 'CS0000000022' });
const collector = {
  userNo: 'U1',
  userName: 'otieno',
  realName: 'Otieno',
  collectionUserNo: 'U1',
  collectionUserName: 'Otieno',
  merchantName: 'Kituo Credit',
  loanAmount: 500_000,
  employeeCategory: 'OLD' as const,
  onShift: true,
  openCases: 12,
  loadPoints: 3,
  dailyCap: 80,
  givenToday: 3,
};

test('a case of either system is assigned with the borrower’s others, and says what it weighs', async () => {
  const page = renderPage(<AllocationDesk scope="BOTH" title="All cases" source="CaseAllocationMerge" />, {
    at: '/AdminContent/CollectionSystemNew/CaseAllocationMerge',
    perms: ['collection:case:distribute', 'collectionStage:case:distribute'],
    replies: [
      reply(collectionMerge.allotPage, listed(byOrder, byBill)),
      reply(collectionMerge.userTree, [{ deptName: 'Early Collection', collectionUsers: [collector] }]),
      reply(collectionMerge.distribute, { jobNo: null, cases: [] }),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
    ],
  });
  await screen.findByText('0.5');
  fireEvent.click(await screen.findByRole('button', { name: 'Assign: CS0000000022' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('button', { name: /Collector/ }));
  fireEvent.click(await screen.findByRole('option', { name: /Otieno/ }));
  expect(await within(dialog).findByText('Go to Otieno: 1 by order, 1 by bill.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
  await waitFor(() => {
    expect(page.server.callsOf(collectionMerge.distribute)[0]?.request).toEqual({
      caseIds: ['CS0000000022'],
      mode: 'HAND',
      collectionUserNo: 'U1',
      sameBorrower: true,
    });
  });
  page.assertReleases();
});

test('tomorrow’s load is read by whoever opens it', async () => {
  const page = renderPage(<AllocationDesk scope="BOTH" title="All cases" source="CaseAllocationMerge" />, {
    at: '/AdminContent/CollectionSystemNew/CaseAllocationMerge',
    perms: [],
    replies: [
      reply(collectionMerge.allotPage, listed(byOrder, byBill)),
      reply(collectionMerge.userTree, []),
      reply(collectionMerge.forecast, {
        day: '2026-12-02',
        people: [
          {
            userNo: 'U1',
            realName: 'Otieno',
            dailyCap: 80,
            onShiftTomorrow: false,
            orders: 4,
            bills: 6,
            loadPoints: 7,
            comingBills: 3,
            promised: 2,
            loadPointsThen: 8.5,
          },
        ],
        pool: { orders: 1, bills: 2, comingOrders: 3, comingBills: 4 },
      }),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
    ],
  });
  const summary = await screen.findByText('Load forecast');
  expect(page.server.callsOf(collectionMerge.forecast)).toHaveLength(0);
  const fold = summary.closest('details');
  if (fold === null) throw new Error('nothing to open');
  fold.open = true;
  fireEvent(fold, new Event('toggle'));
  const row = await screen.findByRole('row', { name: /^Otieno/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Off shift', '4', '6', '7', '3', '2', '8.5']);
  page.assertReleases();
});

test('one contact is noted on a borrower’s order and bill at once', async () => {
  const actions = ['followUp' as const];
  const mine = [byOrder, byBill].map((row) => ({
    ...row,
    caseStatus: 'COLLECTING' as const,
    allowedActions: actions,
    casesOfBorrower: 2,
  }));
  const [first = byOrder, second = byBill] = mine;
  const page = renderPage(<MyCases scope="BOTH" title="All my cases" source="collectionMerge" />, {
    at: '/AdminContent/CollectionSystemNew/collectionMerge',
    perms: ['collection:followUp:save', 'collectionStage:followUp:save'],
    replies: [
      reply(collectionMerge.selfPage, listed(first, second)),
      reply(collectionMerge.selfSummary, {
        promises: [],
        cases: 2,
        dueCents: 240_000,
        untouchedToday: 2,
        promisesDueToday: 0,
        brokenPromises: 0,
        byLevel: [],
      }),
      reply(collectionMerge.selfNext, { next: null }),
      reply(systemOf('BILL').of.selfOne, detailOf(second)),
      reply(systemOf('BILL').of.contactGate, []),
      reply(collectionMerge.followUpSave, { followUpId: 1, promiseNo: null }),
      reply(dictionary.getSelectOptionRespDtos, [
        { dictKey: 'NO_ANSWER', label: 'No answer', tagColour: null, enabled: true },
      ]),
      reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
    ],
  });
  fireEvent.click(await screen.findByText('CS0000000022'));
  fireEvent.click(await screen.findByRole('button', { name: '1 No answer' }));
  expect(await screen.findByText('Borrower: 2 cases, KES 2,400.00')).toBeTruthy();
  await screen.findByRole('checkbox', { name: /borrower's other case/, checked: true });
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => {
    expect(page.server.callsOf(collectionMerge.followUpSave)[0]?.request).toMatchObject({
      caseId: 'CS0000000022',
      actionCode: 'NO_ANSWER',
      alsoCaseIds: ['CS0000000021'],
    });
  });
});
