import type { attendanceThreshold, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { sql, type SqlBool } from 'kysely';
import { AppError } from '../../../../http/app-error.ts';
import type { Call } from '../../../../http/implement.ts';
import { addDays, businessDateOf } from '../../../platform/policy/index.ts';
import { abnormalOf, isAbsent } from './classify.ts';
import { groupDaysOf, seenShifts, unscheduledWork } from './measures.ts';

/** Sessions that ended are kept for 30 days. */
const DAYS = 30;

/** The last 30 days under a threshold, in force or not. @throws AppError THRESHOLD_NOT_FOUND */
export async function simulateThreshold(
  { thresholdNo }: ParsedRequestOf<typeof attendanceThreshold.simulate>,
  { db }: Pick<Call, 'db'>,
): Promise<ReplyOf<typeof attendanceThreshold.simulate>> {
  const threshold = await db
    .selectFrom('attendanceThreshold')
    .selectAll()
    .where('thresholdNo', '=', thresholdNo)
    .executeTakeFirst();
  if (!threshold) throw new AppError('THRESHOLD_NOT_FOUND');
  const now = new Date();
  const today = businessDateOf(now);
  const people = sql<SqlBool>`u.dept_no = any(${threshold.deptNos}::text[]) and (${threshold.staffType}::text is null
    or exists (select from personnel p where p.user_no = u.user_no and p.personnel_kind = ${threshold.staffType}))`;
  const wanted = { from: addDays(today, -DAYS), to: addDays(today, -1), now, people };
  const shifts = await seenShifts(db, wanted);
  const abnormal = shifts.flatMap((shift) => abnormalOf(shift, threshold));
  const countOf = (type: string) => abnormal.filter(({ abnormalType }) => abnormalType === type).length;
  const groupDays = groupDaysOf(shifts, (shift) => isAbsent(shift, threshold));
  return {
    shifts: shifts.length,
    people: new Set(shifts.map(({ userNo }) => userNo)).size,
    LATE: countOf('LATE'),
    EARLY_LEAVE: countOf('EARLY_LEAVE'),
    ABSENT: countOf('ABSENT'),
    IDLE: countOf('IDLE'),
    UNSCHEDULED_WORK: (await unscheduledWork(db, wanted)).length,
    groupDays: groupDays.filter(({ ratePercent }) => ratePercent < threshold.groupRateBelow).length,
  };
}
