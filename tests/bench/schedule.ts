import { performance } from 'node:perf_hooks';
import type { Problem } from '../../server/src/modules/staff/schedules/auto/model.ts';
import { boundOf, gapOf, solve } from '../../server/src/modules/staff/schedules/auto/solve.ts';
import {
  brokenCovers,
  brokenHardRule,
  brokenPlanRules,
  daysFrom,
  mondayOf,
  neededOn,
  type RuledShift,
} from '../../server/src/modules/staff/schedules/rules.ts';
import { addDays, startOfBusinessDate } from '../../server/src/modules/platform/policy/index.ts';
import { atMost, inSeconds, table, type Verdict, verdictTable } from './report.ts';

// npm run bench:schedule; figures: docs/performance.md. A month of 100 people as auto-scheduling solves it: the schedule,
// its gap to the bound, and every rule that it breaks, found again by the rules that check shifts set by hand.
const PEOPLE = 100;
const DAYS = 31;
/** In one piece and, where that takes too long, week by week. */
const MAX_SECONDS = 60;
const MAX_BOUND_SECONDS = 30;
const MAX_GAP_PERCENT = 5;

const FIRST = '2026-12-01';
const HOUR = 3_600_000;
const HOURS: Readonly<Record<string, readonly [number, number]>> = { D: [8, 17], E: [12, 20], N: [20, 30] };
const timesOf = (shiftType: string, day: string) => {
  const [from, to] = HOURS[shiftType] ?? [8, 17];
  const at = (hour: number) => new Date(startOfBusinessDate(day).getTime() + hour * HOUR);
  return { startsAt: at(from), endsAt: at(to) };
};
const shiftOf = (shiftType: string, workDate: string) => ({ workDate, shiftType, ...timesOf(shiftType, workDate) });

const days = daysFrom(FIRST, addDays(FIRST, DAYS - 1));
/** Jamhuri Day, Christmas and the day after. */
const holidays = new Set(['2026-12-12', '2026-12-25', '2026-12-26']);
const problem: Problem = {
  days,
  holidays,
  people: Array.from({ length: PEOPLE }, (_, index) => ({
    userNo: `U${index}`,
    isNew: index % 7 === 0,
    languages: index % 9 === 0 ? ['sw', 'ki'] : index % 3 === 0 ? ['sw'] : ['en'],
    staffTypes: index % 4 === 0 ? ['SERVICE'] : ['COLLECTOR'],
    drafts: [],
    // A week's leave of every tenth person, somewhere in the month.
    leaveDates: new Set(
      index % 10 === 0 ? daysFrom(addDays(FIRST, index / 5), addDays(FIRST, index / 5 + 6)) : ([] as string[]),
    ),
    // The week before is published: what it leaves of rest and of days in a row counts.
    fixed: [1, 2, 3, 4, 5]
      .filter((ago) => (ago + index) % 6 !== 0)
      .map((ago) => shiftOf(index % 11 === 0 ? 'N' : 'D', addDays(FIRST, -ago))),
  })),
  types: Object.keys(HOURS).map((shiftType) => ({ shiftType, timesOn: (day: string) => timesOf(shiftType, day) })),
  plan: {
    maxConsecutiveDays: 5,
    weeklyAttendanceDays: 5,
    dailyAttendanceRates: [75, 75, 70, 70, 75, 55, 40],
    shiftShares: [
      { shiftType: 'D', percent: 60 },
      { shiftType: 'E', percent: 25 },
      { shiftType: 'N', percent: 10 },
    ],
    newStaffWithOldStaff: true,
    maxWeeklyNights: 3,
    holidayRate: 20,
    covers: [
      { shiftType: 'N', language: 'sw', staffType: null, people: 2 },
      { shiftType: 'D', language: 'ki', staffType: null, people: 3 },
      { shiftType: null, language: null, staffType: 'SERVICE', people: 12 },
    ],
  },
};

const began = performance.now();
const { cells, broken, cost, program } = await solve(problem);
const found = performance.now();
const bound = await boundOf(program);
const [seconds, boundSeconds] = [(found - began) / 1_000, (performance.now() - found) / 1_000];
const gap = gapOf(cost, bound);

const rowsOf = new Map(
  problem.people.map((person) => [
    person.userNo,
    cells.filter(({ userNo }) => userNo === person.userNo).map((cell) => shiftOf(cell.shiftType, cell.workDate)),
  ]),
);
let hard = 0;
/** Rules that the checks by hand find, which the schedule does not name for the day, the week or the person. */
const unnamed: string[] = [];
const isNamed = (rule: string, day: string, userNo: string | null) =>
  broken.some(
    (one) =>
      one.rule === rule &&
      (userNo === null || one.userNo === userNo) &&
      (one.date === null || one.date === day || rule === 'CONSECUTIVE_DAYS' || one.date === mondayOf(day)),
  );
for (const person of problem.people) {
  const added = rowsOf.get(person.userNo) ?? [];
  const all: readonly RuledShift[] = [...person.fixed, ...added];
  for (const shift of added) {
    const others = all.filter((one) => one !== shift);
    const ruled = { realName: '', isWorking: true, leaveDates: person.leaveDates, shifts: others };
    if (brokenHardRule(shift, ruled, FIRST) !== null) hard += 1;
    for (const rule of brokenPlanRules(shift.workDate, all, person.leaveDates, problem.plan)) {
      if (!isNamed(rule, shift.workDate, person.userNo)) unnamed.push(`${rule} ${person.userNo} ${shift.workDate}`);
    }
  }
}
for (const day of days) {
  const there = problem.people.flatMap((person) =>
    (rowsOf.get(person.userNo) ?? [])
      .filter(({ workDate }) => workDate === day)
      .map(({ shiftType }) => ({ ...person, shiftType })),
  );
  const free = problem.people.filter(({ leaveDates }) => !leaveDates.has(day)).length;
  const needed = neededOn(day, free, problem.plan, holidays.has(day));
  if (there.length < needed && !isNamed('DAILY_RATE', day, null)) unnamed.push(`DAILY_RATE ${day}`);
  for (const rule of brokenCovers(there, problem.plan)) {
    if (!isNamed(rule, day, null)) unnamed.push(`${rule} ${day}`);
  }
}
const byRule = Map.groupBy(broken, ({ rule }) => rule);
console.log(
  `${PEOPLE} people x ${DAYS} days, ${problem.types.length} kinds of shift: ${cells.length} shifts, cost ${cost}, bound ${bound.toFixed(1)}`,
);
console.log(
  table([
    ['broken', 'times', 'by'],
    ...[...byRule].map(([rule, all]) => [rule, String(all.length), String(all.reduce((sum, { by }) => sum + by, 0))]),
  ]),
);
for (const one of unnamed.slice(0, 10)) console.log(`not named: ${one}`);
const verdicts: Verdict[] = [
  atMost('the schedule', seconds, MAX_SECONDS, inSeconds),
  atMost('its bound', boundSeconds, MAX_BOUND_SECONDS, inSeconds),
  atMost('gap to the bound, percent', gap, MAX_GAP_PERCENT),
  atMost('shifts that break a hard rule', hard, 0, String),
  atMost('broken rules without a name', unnamed.length, 0, String),
];
console.log(`\n${verdictTable(verdicts)}`);
process.exit(verdicts.every(({ isMet }) => isMet) ? 0 : 1);
