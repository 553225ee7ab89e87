import { announcement } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { monthAfter, weeksOf } from '../month.ts';
import { NoticeCalendarPage } from './notice-calendar.page.tsx';

const notice: announcement.StaffAnnouncement = {
  announcementNo: 'A1',
  title: 'Office closed',
  content: 'Closed for Jamhuri Day.',
  // In Nairobi the 12th has begun.
  startAt: '2026-12-11T21:30:00Z',
  endAt: '2026-12-12T20:00:00Z',
  mustConfirm: true,
  confirmedAt: null,
};

function open(at: string) {
  return renderPage(<NoticeCalendarPage />, {
    at: `/AdminContent/ExampleCalendar/NoticeCalendar${at}`,
    plugin: { name: 'example-calendar', texts: { en } },
    replies: [reply(announcement.mine, [notice])],
  });
}

test('weeks begin on Monday and hold whole months, leap days and turns of years', () => {
  const weeks = weeksOf('2028-02', []);
  expect(weeks.flat().filter(({ isOfMonth }) => isOfMonth)).toHaveLength(29);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeksOf('2026-12', [])[0]?.[0]?.day).toBe('2026-11-30');
  expect([monthAfter('2026-12', 1), monthAfter('2027-01', -1)]).toEqual(['2027-01', '2026-12']);
});

test('over a week a notice keeps its line, and what ended leaves it to the next', () => {
  const from = (announcementNo: string, first: number, last: number) => ({
    ...notice,
    announcementNo,
    startAt: `2026-12-0${first}T06:00:00Z`,
    endAt: `2026-12-0${last}T06:00:00Z`,
  });
  const [, week = []] = weeksOf('2026-12', [from('B', 8, 9), from('A', 7, 8), from('C', 9, 9)]);
  const drawn = week
    .slice(0, 4)
    .map(({ lines }) => lines.map((line) => line && `${line.notice.announcementNo}${line.goesOn.after ? '>' : ''}`));
  expect(drawn).toEqual([
    ['A>', null],
    ['A', 'B>'],
    ['C', 'B'],
    [null, null],
  ]);
});

test('a notice stands on its day in Nairobi, and opens beside the month', async () => {
  const page = open('?month=2026-12');
  fireEvent.click(await screen.findByRole('button', { name: 'Office closed, 2026-12-12' }));
  expect(screen.getAllByRole('button', { name: /^Office closed/ })).toHaveLength(1);
  const drawer = await screen.findByRole('dialog', { name: 'Office closed' });
  expect(within(drawer).getByText('Closed for Jamhuri Day.')).toBeTruthy();
  expect(within(drawer).getByText('Confirm it on Home.')).toBeTruthy();
  page.assertReleases();
});

test('the month is turned in the address, and nonsense there is the present month', async () => {
  const page = open('?month=2026-13');
  fireEvent.click(await screen.findByRole('button', { name: 'Month after' }));
  expect(page.address()).toMatch(/\?month=\d{4}-\d{2}$/);
});
