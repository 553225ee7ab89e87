// @vitest-environment jsdom
import { dept, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { feasibleRates } from '../plans/rate-fields.tsx';
import { SchedulePlanPage } from './schedule-plan.page.tsx';

const row: schedulePlan.SchedulePlanRow = {
  planNo: 'SP0001',
  planName: 'Nairobi desk',
  deptNos: ['D0001'],
  deptNames: ['Nairobi'],
  headcount: 10,
  maxConsecutiveDays: 6,
  weeklyAttendanceDays: 5,
  dailyAttendanceRates: [60, 60, 60, 60, 60, 60, 60],
  shiftShares: [{ shiftType: 'D', percent: 70 }],
  newStaffWithOldStaff: false,
  maxWeeklyNights: 6,
  holidayRate: null,
  covers: [],
  planStatus: 'ENABLED',
  effectiveFrom: '2026-11-01',
  versionNo: 1,
  updatedByName: 'Wanjiru',
  version: 3,
  allowedActions: ['update', 'disable'],
};
const shift = (shiftType: string): scheduling.ShiftTypeRow => ({
  shiftType,
  shiftTypeName: shiftType,
  startsAt: '08:00',
  endsAt: '17:00',
  breakMinutes: 60,
  colour: '#2d72d2',
  countsAsAttendance: true,
  version: 0,
});
const open = () =>
  renderPage(<SchedulePlanPage />, {
    at: '/AdminContent/ScheduleManage/SchedulePlan',
    perms: ['schedule:plan:save'],
    plugin: { name: 'schedule', texts: { en } },
    replies: [
      reply(schedulePlan.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(schedulePlan.check, { headcount: 10, needed: 42, available: 50, isPossible: true }),
      reply(schedulePlan.save, { planNo: 'SP0001', versionNo: 2 }),
      reply(scheduling.shiftTypes, [shift('D'), shift('E')]),
      reply(dept.tree, []),
    ],
  });

test('a weekday can take what the others leave of the week', () => {
  const week = { headcount: 10, available: 50 };
  expect(feasibleRates([60, 60, 60, 60, 60, 60, 60], week)).toEqual(Array(7).fill(100));
  expect(feasibleRates([100, 100, 100, 100, 60, 0, 0], week)).toEqual([100, 100, 100, 100, 100, 40, 40]);
  expect(feasibleRates([100, 100, 100, 100, 100, 50, 0], week)[5]).toBe(0);
});

test('rates are dragged within what is possible, and shares are chosen by shift type', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: /^Edit.*Nairobi desk|^Edit/ }));
  const form = await screen.findByRole('dialog');
  const slider = await within(form).findByRole('slider', { name: /Saturday: at most 100% possible/ });
  fireEvent.change(slider, { target: { value: '35' } });
  expect(await within(form).findByText('30% of each day is free')).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: /^Save/ }));
  await waitFor(() => {
    expect(page.server.callsOf(schedulePlan.save)[0]?.request).toMatchObject({
      dailyAttendanceRates: [60, 60, 60, 60, 60, 35, 60],
      shiftShares: [{ shiftType: 'D', percent: 70 }],
    });
  });
});
