import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { brokenHardRule, daysFrom, runAround, type RuledShift } from '../rules.ts';
import type { Problem } from './model.ts';
import { fitsOf } from './fit.ts';
import { boundOf, gapOf, solve } from './solve.ts';

const FIRST = '2026-11-30';
const HOURS: Readonly<Record<string, readonly [number, number]>> = { D: [8, 17], E: [12, 20], N: [20, 30] };

const timesOf = (shiftType: string, day: string) => {
  const [from, to] = HOURS[shiftType] ?? [8, 17];
  const at = (hour: number) => new Date(startOfBusinessDate(day).getTime() + hour * 3_600_000);
  return { startsAt: at(from), endsAt: at(to) };
};

const EVERYBODY = { isNew: false, languages: [], staffTypes: [], drafts: [] };
const NO_COVER = { maxWeeklyNights: 6, holidayRate: null, covers: [] };

const problems: fc.Arbitrary<Problem> = fc
  .record({
    days: fc.integer({ min: 1, max: 14 }),
    people: fc.array(
      fc.record({
        isNew: fc.boolean(),
        leave: fc.uniqueArray(fc.nat(13)),
        fixed: fc.uniqueArray(fc.nat(20)),
        speaks: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    rates: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 7, maxLength: 7 }),
    weekly: fc.integer({ min: 1, max: 6 }),
    most: fc.integer({ min: 1, max: 6 }),
    newStaffWithOldStaff: fc.boolean(),
    nights: fc.integer({ min: 0, max: 6 }),
    speakers: fc.integer({ min: 1, max: 3 }),
    holidays: fc.uniqueArray(fc.nat(13)),
  })
  .map(({ days, people, rates, weekly, most, newStaffWithOldStaff, nights, speakers, holidays }) => ({
    days: daysFrom(FIRST, addDays(FIRST, days - 1)),
    holidays: new Set(holidays.map((day) => addDays(FIRST, day))),
    people: people.map(({ isNew, leave, fixed, speaks }, index) => ({
      userNo: `U${index}`,
      isNew,
      languages: speaks ? ['sw'] : [],
      staffTypes: [],
      drafts: [],
      leaveDates: new Set(leave.map((day) => addDays(FIRST, day))),
      // Days before and within the range; never more than six in a row, as the rules keep it.
      fixed: fixed
        .filter((day) => day % 7 !== 6 && !leave.includes(day - 7))
        .map((day) => ({
          workDate: addDays(FIRST, day - 7),
          shiftType: 'D',
          ...timesOf('D', addDays(FIRST, day - 7)),
        })),
    })),
    types: Object.keys(HOURS).map((shiftType) => ({ shiftType, timesOn: (day: string) => timesOf(shiftType, day) })),
    plan: {
      maxConsecutiveDays: most,
      weeklyAttendanceDays: weekly,
      dailyAttendanceRates: rates,
      shiftShares: [],
      newStaffWithOldStaff,
      maxWeeklyNights: nights,
      holidayRate: 20,
      covers: [{ shiftType: 'D', language: 'sw', staffType: null, people: speakers }],
    },
  }));

it('breaks no hard rule, whatever the plan asks for', async () => {
  await fc.assert(
    fc.asyncProperty(problems, async (problem) => {
      const { cells } = await solve(problem);
      for (const person of problem.people) {
        const added = cells
          .filter(({ userNo }) => userNo === person.userNo)
          .map(({ workDate, shiftType }): RuledShift => ({ workDate, ...timesOf(shiftType, workDate) }));
        const all: readonly RuledShift[] = [...person.fixed, ...added];
        for (const shift of added) {
          const others = all.filter((one) => one !== shift);
          const ruled = { realName: '', isWorking: true, leaveDates: person.leaveDates, shifts: others };
          expect(brokenHardRule(shift, ruled, FIRST)).toBeNull();
        }
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);

it('names what cannot be met, and by how much', async () => {
  const { broken, cells, cost, program } = await solve({
    days: [FIRST],
    holidays: new Set(),
    people: [
      { userNo: 'U1', ...EVERYBODY, leaveDates: new Set(), fixed: [] },
      // Worked until midnight: no day shift fits.
      {
        userNo: 'U2',
        ...EVERYBODY,
        leaveDates: new Set(),
        fixed: [{ workDate: addDays(FIRST, -1), shiftType: 'N', ...timesOf('N', addDays(FIRST, -1)) }],
      },
    ],
    types: [{ shiftType: 'D', timesOn: (day) => timesOf('D', day) }],
    plan: {
      maxConsecutiveDays: 6,
      weeklyAttendanceDays: 5,
      dailyAttendanceRates: [100, 0, 0, 0, 0, 0, 0],
      shiftShares: [],
      newStaffWithOldStaff: false,
      ...NO_COVER,
    },
  });
  expect(cells).toEqual([{ userNo: 'U1', workDate: FIRST, shiftType: 'D' }]);
  expect(broken).toContainEqual({ rule: 'DAILY_RATE', date: FIRST, userNo: null, by: 1 });
  // Nobody could do better, and the bound says so.
  expect(gapOf(cost, await boundOf(program))).toBe(0);
  expect(gapOf(200, 150)).toBe(25);
});

it('has somebody there who speaks the language or does the work, and nobody on too many nights', async () => {
  const cover = { shiftType: 'N', language: null, staffType: null, people: 1 } as const;
  const week = daysFrom(FIRST, addDays(FIRST, 6));
  const person = (userNo: string, languages: string[], staffTypes: string[]) => ({
    userNo,
    isNew: false,
    languages,
    staffTypes,
    leaveDates: new Set<string>(),
    fixed: [],
    drafts: [],
  });
  const { cells, broken } = await solve({
    days: week,
    holidays: new Set([addDays(FIRST, 6)]),
    people: [
      person('SW', ['sw'], ['SERVICE']),
      person('KI', ['ki'], ['COLLECTOR']),
      person('EN1', ['en'], ['SERVICE']),
      person('EN2', ['en'], ['SERVICE']),
    ],
    types: ['D', 'N'].map((shiftType) => ({ shiftType, timesOn: (day: string) => timesOf(shiftType, day) })),
    plan: {
      maxConsecutiveDays: 6,
      weeklyAttendanceDays: 5,
      dailyAttendanceRates: [50, 50, 50, 50, 50, 50, 100],
      shiftShares: [],
      newStaffWithOldStaff: false,
      maxWeeklyNights: 3,
      holidayRate: 0,
      covers: [
        { ...cover, language: 'sw' },
        { ...cover, shiftType: null, staffType: 'COLLECTOR' },
      ],
    },
  });
  const of = (userNo: string, shiftType?: string) =>
    cells.filter((one) => one.userNo === userNo && (shiftType ?? one.shiftType) === one.shiftType);
  // Six days need the language at night: one person may work three of them.
  expect(of('SW', 'N').length).toBe(3);
  expect(broken.filter(({ rule }) => rule === 'LANGUAGE_COVER').length).toBe(3);
  // A collector five days of six; on the holiday nobody is needed.
  expect(of('KI').length).toBe(5);
  expect(broken.filter(({ rule }) => rule === 'SKILL_COVER').map(({ by }) => by)).toEqual([1]);
  expect(broken.filter(({ date }) => date === addDays(FIRST, 6))).toEqual([]);
});

/** A week of people on day shifts, so many of them each day. */
const weekOf = (names: readonly string[], rate: number, drafts: Readonly<Record<string, readonly number[]>> = {}) => ({
  days: daysFrom(FIRST, addDays(FIRST, 6)),
  holidays: new Set<string>(),
  people: names.map((userNo) => ({
    userNo,
    ...EVERYBODY,
    leaveDates: new Set<string>(),
    fixed: [],
    drafts: (drafts[userNo] ?? []).map((day) => ({ workDate: addDays(FIRST, day), shiftType: 'D' })),
  })),
  types: [{ shiftType: 'D', timesOn: (day: string) => timesOf('D', day) }],
  plan: {
    maxConsecutiveDays: 6,
    weeklyAttendanceDays: 5,
    dailyAttendanceRates: [rate, rate, rate, rate, rate, 0, 0],
    shiftShares: [],
    newStaffWithOldStaff: false,
    ...NO_COVER,
  },
});

it('of equally good schedules finds the one nearest to the drafts that are there', async () => {
  const drafts = { U1: [1, 2, 3, 4, 5], U2: [0, 1, 2, 3, 6], U3: [0, 2, 4, 5, 6] };
  const { cells, broken } = await solve(weekOf(Object.keys(drafts), 30, drafts));
  expect(broken).toEqual([]);
  const daysOf = (userNo: string) => cells.filter((one) => one.userNo === userNo).map(({ workDate }) => workDate);
  for (const [userNo, days] of Object.entries(drafts)) {
    expect(daysOf(userNo)).toEqual(days.map((day) => addDays(FIRST, day)));
  }
});

it('finds a schedule week by week where time is up before one is found in one piece', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `U${index}`);
  const two = { ...weekOf(names, 66), days: daysFrom(FIRST, addDays(FIRST, 13)) };
  const { cells, broken, cost } = await solve(two, undefined, 0);
  expect([broken, cost]).toEqual([[], 0]);
  for (const userNo of names) {
    const worked = new Set(cells.filter((one) => one.userNo === userNo).map(({ workDate }) => workDate));
    expect(worked.size).toBe(10);
    expect(Math.max(...two.days.map((day) => runAround(worked, day)))).toBeLessThanOrEqual(6);
  }
}, 60_000);

it('says the smallest change of the plan that would make it fit, and with it the plan is met', async () => {
  const problem = weekOf(['U1', 'U2', 'U3'], 100);
  const leave = new Set([addDays(FIRST, 1)]);
  const rested = {
    userNo: 'U4',
    ...EVERYBODY,
    leaveDates: leave,
    fixed: [{ workDate: addDays(FIRST, -1), shiftType: 'N', ...timesOf('N', addDays(FIRST, -1)) }],
  };
  const short = { ...problem, people: [...problem.people, rested] };
  const found = await solve(short);
  const fits = fitsOf(short, found);
  // On Monday the fourth has worked until the morning: three of four may come.
  expect(fits).toContainEqual({ rule: 'DAILY_RATE', weekday: 0, from: 100, to: 75 });
  const [, ...rates] = short.plan.dailyAttendanceRates;
  const relaxed = await solve({ ...short, plan: { ...short.plan, dailyAttendanceRates: [75, ...rates] } });
  expect(relaxed.broken.filter(({ rule }) => rule === 'DAILY_RATE')).toEqual([]);
});
