// @vitest-environment jsdom
import { dictionary } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AllocationDesk } from './allocation-desk.tsx';
import { systemOf } from './case-system.ts';
import type { CaseScope } from './case-system.ts';
import { aCase, detailOf, listed } from './testing/a-case.ts';

const collector = (userNo: string, realName: string, onShift = true) => ({
  userNo,
  userName: realName.toLowerCase(),
  realName,
  collectionUserNo: userNo,
  collectionUserName: realName,
  merchantName: 'Kituo Credit',
  loanAmount: 500_000,
  employeeCategory: 'OLD' as const,
  onShift,
  openCases: 12,
  dailyCap: 80,
  givenToday: 3,
});

describe.each<CaseScope>(['ORDER', 'BILL'])('the allocation desk (%s)', (scope) => {
  const { of, area } = systemOf(scope);
  const rows = [aCase(scope), aCase(scope, { caseId: 'CS0000000002', caseNo: 'CS0000000002', version: 4 })] as const;
  const open = (replies: readonly FakeReply[] = [], perms = ['case:distribute', 'case:redistribute']) =>
    renderPage(<AllocationDesk scope={scope} title="Case allocation" source="CaseAllocation" />, {
      at: '/AdminContent/CollectionSystem/CaseAllocation',
      perms: perms.map((code) => `${area}:${code}`),
      replies: [
        ...replies,
        reply(of.allotPage, listed(...rows)),
        reply(of.userTree, [
          {
            deptName: 'Early Collection',
            collectionUsers: [collector('U1', 'Otieno'), collector('U2', 'Wanjiru', false)],
          },
        ]),
        reply(of.allotOne, detailOf(rows[0])),
        reply(dictionary.getEnabledNotEnabledOptionRespDtos, []),
      ],
    });

  test('takes a file of assignments from those who may import, and from nobody else', async () => {
    open();
    await screen.findByRole('button', { name: 'Assign: CS0000000001' });
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    cleanup();
    open([], ['case:import']);
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
    expect(within(await screen.findByRole('dialog')).getByText('Import assignments')).toBeTruthy();
  });

  test('assigns one case to a collector who is on shift', async () => {
    const page = open([reply(of.distribute, { jobNo: null, cases: [] })]);
    fireEvent.click(await screen.findByRole('button', { name: 'Assign: CS0000000001' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: /Collector/ }));
    expect((await screen.findByRole('option', { name: /Wanjiru/ })).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('option', { name: /Otieno/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Assign' }));
    await waitFor(() => {
      expect(page.server.callsOf(of.distribute)[0]?.request).toEqual({
        caseIds: ['CS0000000001'],
        mode: 'HAND',
        collectionUserNo: 'U1',
        ...(scope === 'BILL' && { takeSiblings: true }),
      });
    });
    page.assertReleases();
  });

  test('shows the drawer of a case and no button without its code', async () => {
    open([], []);
    fireEvent.click(await screen.findByText('CS0000000001'));
    const drawer = await screen.findByRole('dialog');
    await within(drawer).findByText('3/6');
    expect(within(drawer).getByRole('tab', { name: /Promises/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Assign/ })).toBeNull();
  });
});
