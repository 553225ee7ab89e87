import { createHmac, timingSafeEqual } from 'node:crypto';
import { mySchedule, type ParsedRequestOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CallBasics } from '../../../http/implement.ts';
import { serverSecret } from '../../platform/vault/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { daysOf } from './calendar.ts';
import { readLeave } from './people.ts';
import { planAt } from './plan-at.ts';
import { daysFrom, mondayOf } from './rules.ts';
import { shiftsOf, shown } from './shifts-shown.ts';

const PURPOSE = 'shift-feed';
const ABNORMAL: readonly string[] = ['LATE', 'EARLY_LEAVE', 'ABSENT'];

/** One's own published shifts of a view. */
export async function myCalendar({ view, date }: ParsedRequestOf<typeof mySchedule.calendar>, { db, caller }: Call) {
  const days = daysOf(view, date);
  const [from, to] = [days[0] ?? date, days.at(-1) ?? date];
  const rows = await published(db, caller.userNo, from, to);
  const leave = await readLeave(db, [caller.userNo], from, to);
  return {
    from,
    to,
    shifts: rows.map((row) => ({ ...shown(row, caller), allowedActions: [] })),
    leaveDates: [...(leave.get(caller.userNo) ?? [])],
  };
}

async function published(db: Queryable, userNo: string, from: string, to: string) {
  return await shiftsOf(db)
    .where('w.userNo', '=', userNo)
    .where('w.shiftStatus', '=', 'PUBLISHED')
    .where('w.workDate', '>=', from)
    .where('w.workDate', '<=', to)
    .orderBy('w.startsAt')
    .execute();
}

/** The month so far and to come, and the next shift. */
export async function mySummary(_request: object, { db, caller }: Call) {
  const today = businessDateOf(new Date());
  const month = daysOf('MONTH', today);
  const rows = await published(db, caller.userNo, month[0] ?? today, month.at(-1) ?? today);
  const minutes = rows.reduce(
    (sum, row) => sum + (row.endsAt.getTime() - row.startsAt.getTime()) / 60_000 - row.breakMinutes,
    0,
  );
  const next = await db
    .selectFrom('workShift')
    .select('startsAt')
    .where('userNo', '=', caller.userNo)
    .where('shiftStatus', '=', 'PUBLISHED')
    .where('startsAt', '>', new Date())
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst();
  return {
    hours: Math.round(minutes / 6) / 10,
    days: rows.length,
    restDaysLeft: await restDaysLeft(db, caller.userNo, today),
    // What was found and not excused, and what is seen already but not found yet.
    abnormalDays: rows.filter(
      ({ attendanceStatus, abnormalTypes, isExcused }) =>
        abnormalTypes.length > 0 || (!isExcused && ABNORMAL.includes(attendanceStatus)),
    ).length,
    nextShiftAt: next?.startsAt.toISOString() ?? null,
    feedPath: mySchedule.feed.path.replace('{key}', `${caller.userNo}-${await signatureOf(db, caller.userNo)}`),
  };
}

/** Days of this week, from today on, on which one need not work. */
async function restDaysLeft(db: Queryable, userNo: string, today: string): Promise<number> {
  const sunday = addDays(mondayOf(today), 6);
  const { deptNo } = await db
    .selectFrom('appUser')
    .select('deptNo')
    .where('userNo', '=', userNo)
    .executeTakeFirstOrThrow();
  const plan = await planAt(db, deptNo, today);
  const rows = await published(db, userNo, mondayOf(today), sunday);
  const past = daysFrom(mondayOf(today), addDays(today, -1));
  const rested = past.filter((day) => !rows.some(({ workDate }) => workDate === day)).length;
  const coming = daysFrom(today, sunday).filter((day) => !rows.some(({ workDate }) => workDate === day)).length;
  return plan === null ? coming : Math.max(0, 7 - plan.weeklyAttendanceDays - rested);
}

/** The people of one's own group, for a swap. */
export async function colleaguesOf(_request: object, { db, caller }: Call) {
  return await db
    .selectFrom('appUser as u')
    .innerJoin('appUser as me', 'me.deptNo', 'u.deptNo')
    .select(['u.userNo', 'u.realName'])
    .where('me.userNo', '=', caller.userNo)
    .where('u.userNo', '<>', caller.userNo)
    .where('u.userStatus', '=', 'NORMAL')
    .where('u.employeeStatus', '=', 'ON_THE_JOB')
    .orderBy('u.realName')
    .limit(500)
    .execute();
}

async function signatureOf(db: Queryable, userNo: string): Promise<string> {
  return createHmac('sha256', await serverSecret(db, PURPOSE))
    .update(userNo)
    .digest('hex');
}

const stamp = (moment: Date): string => moment.toISOString().replace(/[-:]|\.\d+/g, '');

/** The private calendar that a phone reads: two weeks back, eight ahead. @throws AppError NOT_FOUND */
export async function sendFeed(
  { key }: ParsedRequestOf<typeof mySchedule.feed>,
  { db, raw }: CallBasics,
): Promise<void> {
  const [userNo = '', signature = ''] = key.split('-');
  const expected = await signatureOf(db, userNo);
  const isGenuine =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  const person = await db
    .selectFrom('appUser')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where('userStatus', '=', 'NORMAL')
    .where(sql<boolean>`employee_status = 'ON_THE_JOB'`)
    .executeTakeFirst();
  if (!isGenuine || !person) throw new AppError('NOT_FOUND');
  const today = businessDateOf(new Date());
  const rows = await published(db, userNo, addDays(today, -14), addDays(today, 92));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kituo//Shifts//EN',
    ...rows.flatMap((row) => [
      'BEGIN:VEVENT',
      `UID:${row.shiftId}@kituo`,
      `DTSTAMP:${stamp(row.updatedAt)}`,
      `SEQUENCE:${row.version}`,
      `DTSTART:${stamp(row.startsAt)}`,
      `DTEND:${stamp(row.endsAt)}`,
      `SUMMARY:Shift ${row.shiftType}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  raw.reply.header('content-type', 'text/calendar; charset=utf-8').header('cache-control', 'private, max-age=900');
  await raw.reply.send(`${lines.join('\r\n')}\r\n`);
}
