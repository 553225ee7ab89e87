import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, startOfBusinessDate } from '../../../platform/policy/index.ts';
import { brokenHardRule, daysFrom, type RuledShift } from '../rules.ts';
import type { Problem } from './model.ts';
import { boundOf, gapOf, solve } from './solve.ts';

const FIRST = '2026-11-30';
const HOURS: Readonly<Record<string, readonly [number, number]>> = { D: [8, 17], E: [12, 20], N: [20, 30] };

const timesOf = (shiftType: string, day: string) => {
  const [from, to] = HOURS[shiftType] ?? [8, 17];
  const at = (hour: number) => new Date(startOfBusinessDate(day).getTime() + hour * 3_600_000);
  return { startsAt: at(from), endsAt: at(to) };
};

const problems: fc.Arbitrary<Problem> = fc
  .record({
    days: fc.integer({ min: 1, max: 14 }),
    people: fc.array(
      fc.record({ isNew: fc.boolean(), leave: fc.uniqueArray(fc.nat(13)), fixed: fc.uniqueArray(fc.nat(20)) }),
      { minLength: 1, maxLength: 6 },
    ),
    rates: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 7, maxLength: 7 }),
    weekly: fc.integer({ min: 1, max: 6 }),
    most: fc.integer({ min: 1, max: 6 }),
    newStaffWithOldStaff: fc.boolean(),
  })
  .map(({ days, people, rates, weekly, most, newStaffWithOldStaff }) => ({
    days: daysFrom(FIRST, addDays(FIRST, days - 1)),
    people: people.map(({ isNew, leave, fixed }, index) => ({
      userNo: `U${index}`,
      isNew,
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
    people: [
      { userNo: 'U1', isNew: false, leaveDates: new Set(), fixed: [] },
      // Worked until midnight: no day shift fits.
      {
        userNo: 'U2',
        isNew: false,
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
    },
  });
  expect(cells).toEqual([{ userNo: 'U1', workDate: FIRST, shiftType: 'D' }]);
  expect(broken).toContainEqual({ rule: 'DAILY_RATE', date: FIRST, userNo: null, by: 1 });
  // Nobody could do better, and the bound says so.
  expect(gapOf(cost, await boundOf(program))).toBe(0);
  expect(gapOf(200, 150)).toBe(25);
});
