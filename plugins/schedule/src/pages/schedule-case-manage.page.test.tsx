// @vitest-environment jsdom
import { dept, job, scheduling } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { resizedBy } from '../planner/resize.ts';
import { ScheduleCaseManagePage } from './schedule-case-manage.page.tsx';

const shift: scheduling.Shift = {
  shiftId: 'SH1',
  userNo: 'U1',
  realName: 'Achieng',
  workDate: '2099-11-30',
  shiftType: 'D',
  colour: '#2d72d2',
  startAt: '2099-11-30T05:00:00Z',
  endAt: '2099-11-30T14:00:00Z',
  breakMinutes: 60,
  remark: null,
  shiftStatus: 'DRAFT',
  attendanceStatus: 'SCHEDULED',
  isLocked: false,
  overrideReason: null,
  violations: ['WEEKLY_DAYS'],
  abnormalTypes: [],
  version: 3,
  allowedActions: ['update', 'cancel', 'drag'],
};
const person = { jobNumber: 'KE0001', deptName: 'Service', weekTotal: 1, consecutiveDays: 1, leaveDates: [] };

const open = (perms: string[], more = '') =>
  renderPage(<ScheduleCaseManagePage />, {
    at: `/AdminContent/ScheduleManage/ScheduleCaseManage?date=2099-11-30&deptNo=D1${more}`,
    perms,
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(dept.tree, []),
      reply(scheduling.people, [
        {
          deptName: 'Service',
          people: [
            { userNo: 'U1', realName: 'Achieng' },
            { userNo: 'U2', realName: 'Baraka' },
          ],
        },
      ]),
      reply(scheduling.shiftTypes, []),
      reply(scheduling.exportView, { jobNo: 'J1' }),
      reply(scheduling.autoPreview, { jobNo: 'J9' }),
      reply(job.detail, {
        jobNo: 'J9',
        kind: 'scheduling.auto',
        title: 'Auto-scheduling',
        jobStatus: 'SUCCESS',
        total: 2,
        done: 2,
        succeeded: 2,
        failed: 0,
        reason: null,
        fileName: null,
        expiresAt: null,
        createdAt: '2026-11-20T08:00:00Z',
        startedAt: null,
        finishedAt: '2026-11-20T08:00:20Z',
        retryOf: null,
        allowedActions: [],
      }),
      reply(scheduling.autoFound, {
        deptNo: 'D1',
        from: '2099-11-30',
        to: '2099-12-01',
        keepExisting: false,
        cells: [{ userNo: 'U2', workDate: '2099-12-01', shiftType: 'D', realName: 'Baraka' }],
        kept: 3,
        cancelled: 1,
        differences: [{ userNo: 'U2', realName: 'Baraka', workDate: '2099-12-01', before: 'N', after: 'D' }],
        fits: [
          { rule: 'DAILY_RATE', weekday: 0, from: 60, to: 48 },
          { rule: 'WEEKLY_DAYS', weekday: null, from: null, to: 2 },
        ],
        broken: [{ rule: 'DAILY_RATE', date: '2099-11-30', realName: null, by: 1 }],
        gapPercent: 0.4,
        seconds: 2.5,
      }),
      reply(scheduling.markLeave, { scheduleChangeNo: 'SC1' }),
      reply(scheduling.autoApply, { added: 1, cancelled: 1 }),
      reply(scheduling.calendar, {
        days: ['2099-11-30', '2099-12-01'].map((date) => ({ date, holidayName: null })),
        people: [
          { ...person, userNo: 'U1', realName: 'Achieng', shifts: [shift] },
          { ...person, userNo: 'U2', realName: 'Baraka', shifts: [] },
        ],
        footer: [
          { date: '2099-11-30', scheduled: 1, needed: 2, ratePercent: 50, violations: ['DAILY_RATE'] },
          { date: '2099-12-01', scheduled: 0, needed: null, ratePercent: 0, violations: [] },
        ],
        isCut: false,
      }),
      reply(scheduling.update, { shiftId: 'SH1', version: 4 }),
      reply(scheduling.drag, { shiftId: 'SH1', version: 4 }),
      reply(scheduling.publish, { published: 2 }),
      reply(scheduling.log, {
        history: [
          {
            happenedAt: '2026-11-20T08:00:00Z',
            action: 'scheduling.drag',
            byName: 'Otieno',
            before: null,
            after: null,
            reason: null,
          },
        ],
        work: { orders: 0, cases: 3, listEntries: 0 },
      }),
    ],
  });

test('carries a shift with the keyboard to another person, in the version that was read', async () => {
  const page = open(['schedule:shift:save', 'schedule:shift:update', 'schedule:shift:drag']);
  const chip = await screen.findByRole('button', { name: /^Shift D\b.* of Achieng on 2099-11-30/ });
  fireEvent.keyDown(chip, { key: 'm' });
  fireEvent.click(screen.getByRole('button', { name: 'Drop on Baraka, 2099-12-01' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Move' }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.drag)[0]?.request).toMatchObject({
      shiftId: 'SH1',
      version: 3,
      userNo: 'U2',
      workDate: '2099-12-01',
      isCopy: false,
    });
  });
});

test('resizes a shift with the keyboard, and keeps the times only after Enter', async () => {
  const page = open(['schedule:shift:update']);
  const chip = await screen.findByRole('button', { name: /^Shift D\b.* of Achieng on 2099-11-30/ });
  fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true });
  expect(chip.textContent).toContain('08:00–17:30');
  fireEvent.keyDown(chip, { key: 'Escape' });
  expect(chip.textContent).toContain('08:00–17:00');
  fireEvent.keyDown(chip, { key: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(chip, { key: 'ArrowRight', shiftKey: true });
  fireEvent.keyDown(chip, { key: 'Enter' });
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('08:00–17:00 → 08:30–17:30');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.update)[0]?.request).toMatchObject({
      shiftId: 'SH1',
      version: 3,
      startAt: '2099-11-30T05:30:00.000Z',
      endAt: '2099-11-30T14:30:00.000Z',
      isLocked: false,
    });
  });
});

test('a shift stays between half an hour and twelve hours', () => {
  const times = { startAt: '2099-11-30T05:00:00.000Z', endAt: '2099-11-30T05:30:00.000Z' };
  expect(resizedBy(times, [0, -1])).toEqual(times);
  expect(resizedBy(times, [-23, 0])).toEqual({ ...times, startAt: '2099-11-29T17:30:00.000Z' });
  expect(resizedBy(times, [-24, 0])).toEqual(times);
});

test('publishes the days that are shown, and none before they are there', async () => {
  const page = open(['schedule:shift:save']);
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('30 Nov 2099');
  fireEvent.click(within(question).getByRole('button', { name: 'Publish' }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.publish)[0]?.request).toEqual({
      deptNo: 'D1',
      from: '2099-11-30',
      to: '2099-12-01',
    });
  });
});

test('a shift opens to what was assigned during it and to who changed it', async () => {
  open(['schedule:shift:update']);
  fireEvent.keyDown(await screen.findByRole('button', { name: /^Shift D\b.* of Achieng/ }), { key: 'i' });
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('3 cases')).toBeTruthy();
  expect(within(drawer).getByText('Moved')).toBeTruthy();
  expect(within(drawer).getByText('Days a week not met')).toBeTruthy();
});

test('shows the rule that a shift breaks, and offers nothing to who may not', async () => {
  open([]);
  expect(await screen.findByRole('button', { name: /^Shift D .*: Days a week not met$/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Add|Cancel|Drop)/ })).toBeNull();
});

test('narrows the calendar by what the address says, and exports what is shown', async () => {
  const page = open(
    ['schedule:shift:export', 'schedule:shift:import'],
    '&attendanceStatus=LATE&shiftType=D&staffType=NONE',
  );
  const shown = { view: 'WEEK', date: '2099-11-30', deptNos: ['D1'], attendanceStatus: 'LATE', shiftType: 'D' };
  await screen.findByRole('button', { name: /^Shift D/ });
  expect(page.server.callsOf(scheduling.calendar).at(-1)?.request).toEqual(shown);
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'NEW' } });
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.calendar).at(-1)?.request).toEqual({ ...shown, employeeCategory: 'NEW' });
  });
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.exportView)[0]?.request).toEqual({
      format: 'csv',
      filters: { ...shown, employeeCategory: 'NEW' },
    });
  });
});

test('marks leave of somebody who is shown', async () => {
  const page = open(['schedule:shift:update']);
  fireEvent.click(await screen.findByRole('button', { name: 'Mark leave' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(await within(dialog).findByLabelText('Person'), { target: { value: 'U2' } });
  fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: '2099-12-01' } });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Called in sick' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mark' }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.markLeave)[0]?.request).toEqual({
      userNo: 'U2',
      leaveDate: '2099-12-01',
      reason: 'Called in sick',
    });
  });
});

test('has a job schedule, and applies what the job proposed', async () => {
  const page = open(['schedule:shift:auto']);
  fireEvent.click(await screen.findByRole('button', { name: 'Auto-schedule' }));
  const question = await screen.findByRole('dialog');
  fireEvent.click(await within(question).findByRole('checkbox', { name: /^Keep drafts/ }));
  fireEvent.click(within(question).getByRole('button', { name: 'Schedule' }));
  const proposal = await screen.findByRole('alertdialog');
  expect(await within(proposal).findByText('Gap to the optimum 0.4%.')).toBeTruthy();
  expect(proposal.textContent).toContain('1 shift proposed in 2.5 s.');
  expect(proposal.textContent).toContain('Too few people · 30 Nov 2099 · short by 1');
  expect(proposal.textContent).toContain('3 drafts stay as they are.');
  expect(proposal.textContent).toContain('1 Dec 2099 · Baraka: N → D');
  expect(proposal.textContent).toContain('Too few people, Monday: 60% → 48%');
  expect(proposal.textContent).toMatch(/: 2 exceptions/);
  const range = { deptNo: 'D1', from: '2099-11-30', to: '2099-12-01', keepExisting: false };
  expect(page.server.callsOf(scheduling.autoPreview)[0]?.request).toEqual(range);
  fireEvent.click(within(proposal).getByRole('button', { name: 'Apply' }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.autoApply)[0]?.request).toEqual({
      ...range,
      cells: [{ userNo: 'U2', workDate: '2099-12-01', shiftType: 'D' }],
    });
  });
});

test('shows several people of several groups; one group alone is published', async () => {
  const page = open(['schedule:shift:save'], ',D2');
  fireEvent.click(await screen.findByRole('button', { name: /^People: Everybody/ }));
  for (const name of ['Achieng', 'Baraka']) fireEvent.click(await screen.findByRole('option', { name }));
  await waitFor(() => {
    expect(page.server.callsOf(scheduling.calendar).at(-1)?.request).toMatchObject({
      deptNos: ['D1', 'D2'],
      userNos: ['U1', 'U2'],
    });
  });
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
});
