import { addDays, businessDateOf, startOfBusinessDate } from '../../modules/platform/policy/index.ts';
import type { Desk } from './desk.ts';

const HOUR_MS = 3_600_000;
const TYPES = [
  ['D', 8, 17, 60],
  ['E', 12, 20, 30],
] as const;

/** The weeks of the month that are over, for everybody who works to a plan; what is to come was planned before. */
export async function monthOfShifts({ db, now, maker }: Desk): Promise<void> {
  const today = businessDateOf(now);
  const planned = await db
    .selectFrom('workShift as w')
    .innerJoin('appUser as u', 'u.userNo', 'w.userNo')
    .select(({ fn }) => ['w.userNo', fn.min('w.workDate').as('since')])
    .groupBy('w.userNo')
    .orderBy('w.userNo')
    .execute();
  const first = addDays(`${today.slice(0, 7)}-01`, -7);
  const rows = planned.flatMap(({ userNo, since }, person) =>
    Array.from({ length: 45 }, (_, index) => addDays(first, index)).flatMap((workDate) => {
      const weekday = new Date(`${workDate}T12:00:00Z`).getUTCDay();
      const rests = weekday === person % 7 || weekday === (person + 3) % 7;
      if (workDate >= addDays(today, -6) || workDate >= since || rests) return [];
      const [shiftType, from, to, breakMinutes] = person % 3 === 2 ? TYPES[1] : TYPES[0];
      const start = startOfBusinessDate(workDate).getTime();
      return [
        {
          userNo,
          workDate,
          shiftType,
          breakMinutes,
          updatedBy: maker,
          startsAt: new Date(start + from * HOUR_MS),
          endsAt: new Date(start + to * HOUR_MS),
          shiftStatus: 'PUBLISHED' as const,
          decidedAttendance: attendanceOf(workDate, person),
        },
      ];
    }),
  );
  if (rows.length > 0) await db.insertInto('workShift').values(rows).execute();
}

/** How a day went: nearly always as planned. */
function attendanceOf(workDate: string, person: number): 'DONE' | 'LATE' | 'LEAVE' {
  const day = Number(workDate.slice(8)) * 7 + person * 3;
  return day % 23 === 0 ? 'LATE' : day % 31 === 0 ? 'LEAVE' : 'DONE';
}
