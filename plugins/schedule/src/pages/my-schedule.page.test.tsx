// @vitest-environment jsdom
import { mySchedule } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MySchedulePage } from './my-schedule.page.tsx';

// The library draws in a browser alone; what it is given is ours.
const drawn = vi.hoisted(() => vi.fn<(box: unknown, plugins: unknown, options: unknown) => object>(() => ({})));
vi.mock('@event-calendar/core', () => ({
  createCalendar: drawn,
  destroyCalendar: async () => await Promise.resolve(),
  TimeGrid: {},
  DayGrid: {},
}));
vi.mock('@event-calendar/core/index.css', () => ({}));

test('draws one’s own shifts on the calendar, in Nairobi’s time', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => await Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const page = renderPage(<MySchedulePage />, {
    at: '/AdminContent/ScheduleManage/MySchedule?date=2026-11-30&view=DAY',
    perms: [],
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(mySchedule.summary, {
        hours: 8,
        days: 1,
        restDaysLeft: 2,
        abnormalDays: 0,
        nextShiftAt: null,
        feedPath: 'x',
      }),
      reply(mySchedule.calendar, {
        from: '2026-11-30',
        to: '2026-11-30',
        leaveDates: ['2026-12-01'],
        shifts: [
          {
            shiftId: 'SH1',
            userNo: 'U1',
            realName: 'Achieng',
            workDate: '2026-11-30',
            shiftType: 'D',
            startAt: '2026-11-30T05:00:00Z',
            endAt: '2026-11-30T14:00:00Z',
            breakMinutes: 60,
            remark: null,
            shiftStatus: 'PUBLISHED',
            attendanceStatus: 'LATE',
            isLocked: false,
            overrideReason: null,
            violations: [],
            abnormalTypes: ['IDLE'],
            version: 1,
            allowedActions: [],
            colour: '#2d72d2',
          },
        ],
      }),
    ],
  });
  await screen.findByText(/This month: 8 h on 1 day$/);
  await screen.findByText('On leave: 1 Dec 2026');
  // A phone’s calendar asks for the whole address.
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => {
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^http.*\/api\/hc\/web\/x$/));
  });
  await waitFor(() => {
    expect(drawn.mock.lastCall?.[2]).toMatchObject({
      view: 'timeGridDay',
      events: [{ id: 'SH1', title: 'D · Late · Idle', start: '2026-11-30T08:00:00', end: '2026-11-30T17:00:00' }],
    });
  });
  expect(page.server.callsOf(mySchedule.calendar)[0]?.request).toEqual({ view: 'DAY', date: '2026-11-30' });
});

test('shows an approver the certificate of a correction before they agree', async () => {
  renderPage(<MySchedulePage />, {
    at: '/AdminContent/ScheduleManage/MySchedule?tab=requests',
    perms: ['schedule:change:approve'],
    plugin: { name: 'test', texts: { en } },
    replies: [
      reply(mySchedule.page, {
        rows: [
          {
            scheduleChangeNo: 'SC1',
            realName: 'Achieng',
            changeType: 'CORRECTION',
            shiftDate: '2026-11-27',
            withUserName: null,
            withShiftDate: null,
            agreedAt: null,
            reason: 'The gate was closed',
            voucher: { attachId: 'A1', fileName: 'gate.png' },
            changeStatus: 'PENDING',
            approverName: null,
            decidedAt: null,
            rejectReason: null,
            version: 1,
            allowedActions: ['approve', 'reject'],
          },
        ],
        total: 1,
        totalIsExact: true,
      }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Approve/ }));
  expect(await screen.findByRole('button', { name: 'gate.png' })).toBeTruthy();
  expect(screen.getByText(/Correction · 27 Nov 2026 · The gate was closed/)).toBeTruthy();
});
