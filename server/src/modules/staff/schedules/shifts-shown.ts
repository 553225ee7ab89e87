import type { scheduling } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** Shifts with their attendance at this moment; what an approved leave or correction decided comes first. */
export function shiftsOf(db: Queryable) {
  return db
    .selectFrom('workShift as w')
    .innerJoin('shiftType as t', 't.shiftType', 'w.shiftType')
    .innerJoin('appUser as u', 'u.userNo', 'w.userNo')
    .selectAll('w')
    .select(['t.colour', 'u.realName'])
    .select(
      sql<scheduling.Shift['attendanceStatus']>`coalesce(w.decided_attendance,
        case when w.shift_status = 'PUBLISHED' then attendance_at(w.user_no, w.starts_at, w.ends_at, now()) end,
        'SCHEDULED')`.as('attendanceStatus'),
    )
    .select(
      sql<scheduling.Shift['abnormalTypes']>`array(select a.abnormal_type from abnormal_day a
        where a.shift_id = w.shift_id and a.resolve_status <> 'EXCUSED' order by 1)`.as('abnormalTypes'),
    )
    .select(
      sql<boolean>`exists (select from abnormal_day a where a.shift_id = w.shift_id
        and a.resolve_status = 'EXCUSED')`.as('isExcused'),
    );
}
type Stored = Awaited<ReturnType<ReturnType<typeof shiftsOf>['execute']>>[number];

/** A shift as pages show it. */
export function shown(row: Stored, caller: Caller, violations: scheduling.Shift['violations'] = []): scheduling.Shift {
  const isOpen = row.shiftStatus !== 'CANCELLED' && row.workDate >= businessDateOf(new Date());
  const mayUpdate = isOpen && caller.codes.has('schedule:shift:update');
  return {
    shiftId: row.shiftId,
    userNo: row.userNo,
    realName: row.realName,
    workDate: row.workDate,
    shiftType: row.shiftType,
    colour: row.colour,
    startAt: row.startsAt.toISOString(),
    endAt: row.endsAt.toISOString(),
    breakMinutes: row.breakMinutes,
    remark: row.remark,
    shiftStatus: row.shiftStatus,
    attendanceStatus: row.attendanceStatus,
    isLocked: row.isLocked,
    overrideReason: row.overrideReason,
    violations,
    abnormalTypes: row.abnormalTypes,
    version: row.version,
    allowedActions: [
      ...(mayUpdate ? (['update'] as const) : []),
      ...(mayUpdate && !row.isLocked ? (['cancel'] as const) : []),
      ...(isOpen && !row.isLocked && caller.codes.has('schedule:shift:drag') ? (['drag'] as const) : []),
    ],
  };
}
