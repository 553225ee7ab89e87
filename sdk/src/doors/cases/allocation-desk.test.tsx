// @vitest-environment jsdom
import { eatDay, lastDays } from '@kituo/sdk';
import { dictionary, merchant, poolDivision } from '@kituo/sdk/contracts';
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
  loadPoints: 3,
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

  test('opens on the last 30 days, says how many older cases it does not show, and shows them on request', async () => {
    const page = open();
    const older = await screen.findByRole('button', { name: 'Show 2 older cases' });
    const { from } = lastDays(30);
    const asked = () => page.server.callsOf(of.allotPage).map(({ request }) => request['filters']);
    expect(asked()).toEqual(
      expect.arrayContaining([
        { entryTime: lastDays(30) },
        { entryTime: { to: eatDay(Date.parse(from) - 86_400_000) } },
      ]),
    );
    fireEvent.click(older);
    await waitFor(() => {
      expect(asked().at(-1)).toEqual({});
    });
    expect(screen.queryByRole('button', { name: 'Show 2 older cases' })).toBeNull();
    expect(page.address()).toContain('entryTime=any');
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

  test('puts the bills of an order under one heading, unless its reader sorts otherwise', async () => {
    const page = open();
    await screen.findByRole('button', { name: 'Assign: CS0000000001' });
    const heading = () => screen.queryAllByRole('rowheader', { name: /LO0000000001 · Achieng Ouma/ });
    expect(heading()).toHaveLength(scope === 'BILL' ? 1 : 0);
    if (scope === 'ORDER') return;
    expect(page.server.callsOf(of.allotPage)[0]?.request).toMatchObject({
      sort: { field: 'orderNo', direction: 'desc' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Group by order' }));
    await waitFor(() => {
      expect(heading()).toHaveLength(0);
    });
  });

  test('divides the pool once it was said who gets what and why, and why the rest stays', async () => {
    const pool = scope === 'ORDER' ? poolDivision.byOrder : poolDivision.byBill;
    const page = open([
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(pool.preview, {
        cases: 5,
        given: 3,
        people: [
          {
            userNo: 'U1',
            realName: 'Otieno',
            employeeCategory: 'OLD' as const,
            openCases: 12,
            givenToday: 3,
            dailyCap: 80,
            languages: ['so'],
            cases: 3,
            amountCents: 900_000,
            levels: [{ caseLevel: 'S1' as const, cases: 3 }],
            reasons: [{ why: 'LANGUAGE' as const, cases: 3 }],
          },
        ],
        left: [{ why: 'NOBODY_ON_SHIFT' as const, cases: 2 }],
        rules: [{ ruleName: 'Large ones', cases: 3 }],
      }),
      reply(pool.divide, { jobNo: 'J1', cases: 5 }),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Divide pool' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('option', { name: 'Kituo Credit' });
    fireEvent.change(within(dialog).getByLabelText('Merchant'), { target: { value: 'M0001' } });
    expect(await within(dialog).findByText('5 cases in the pool, 3 assigned.')).toBeTruthy();
    within(dialog).getByText('Speaks the language 3');
    within(dialog).getByText('By policy: Large ones 3');
    within(dialog).getByText('Stay in the pool: No one on shift 2');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Divide' }));
    await waitFor(() => {
      expect(page.server.callsOf(pool.divide)[0]?.request).toEqual({ merchantNo: 'M0001' });
    });
  });

  test('shows who holds how much, and moves a case by keyboard and by drag', async () => {
    const held = aCase(scope, { caseStatus: 'COLLECTING', collectorUserNo: 'U3', allowedActions: ['redistribute'] });
    const page = open([
      reply(of.redistribute, { jobNo: null, cases: [] }),
      reply(of.allotPage, listed(held)),
      reply(of.userTree, [
        {
          deptName: 'Early Collection',
          collectionUsers: [collector('U3', 'Achieng'), collector('U1', 'Otieno'), collector('U2', 'Wanjiru', false)],
        },
      ]),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Load board' }));
    const [theirs, other, off] = ['Achieng', 'Otieno', 'Wanjiru'].map((name) => screen.findByRole('article', { name }));
    expect((await off)?.textContent).toContain('off shift');
    fireEvent.click(within(await theirs!).getByRole('button', { name: 'Cases of Achieng' }));
    const chip = await within(await theirs!).findByRole('button', { name: /^Case CS0000000001/ });
    fireEvent.keyDown(chip, { key: 'm' });
    expect(within((await off)!).queryByRole('button', { name: /^Move/ })).toBeNull();
    fireEvent.click(within((await other)!).getByRole('button', { name: 'Move CS0000000001 to Otieno' }));
    fireEvent.change(await within(await screen.findByRole('dialog')).findByLabelText('Reason'), {
      target: { value: 'Over the cap' },
    });
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }));
    await waitFor(() => {
      expect(page.server.callsOf(of.redistribute)[0]?.request).toMatchObject({
        caseIds: ['CS0000000001'],
        mode: 'HAND',
        collectionUserNo: 'U1',
        reason: 'Over the cap',
      });
    });
    fireEvent.dragStart(chip, { dataTransfer: { setData: () => undefined } });
    fireEvent.drop((await other)!);
    expect(await within(await screen.findByRole('dialog')).findByText('Move CS0000000001 to Otieno?')).toBeTruthy();
  });

  test('assigns one case to a collector who is on shift', async () => {
    const page = open([reply(of.distribute, { jobNo: null, cases: [] })]);
    fireEvent.click(await screen.findByRole('button', { name: 'Assign: CS0000000001' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(await within(dialog).findByRole('button', { name: /Collector/ }));
    expect((await screen.findByRole('option', { name: /Wanjiru/ })).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('option', { name: /Otieno/ }));
    const along = 'Instalment 3 and instalments 3 of the order go to Otieno.';
    if (scope === 'BILL') expect(await within(dialog).findByText(along)).toBeTruthy();
    else expect(within(dialog).queryByText(along)).toBeNull();
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
