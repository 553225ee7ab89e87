import type { mySchedule, ReplyOf, schedulePlan, scheduling } from '@kituo/sdk/contracts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Instant, InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

export interface ShiftTypeTable {
  shiftType: string;
  shiftTypeName: string;
  startsAt: string;
  endsAt: string;
  breakMinutes: number;
  colour: string;
  countsAsAttendance: boolean;
  version: Generated<number>;
}

interface SchedulePlanTable {
  planNo: Generated<string>;
  planStatus: Generated<schedulePlan.SchedulePlanRow['planStatus']>;
  version: Generated<number>;
}

interface SchedulePlanVersionTable {
  planNo: string;
  versionNo: number;
  planName: string;
  deptNos: string[];
  maxConsecutiveDays: number;
  weeklyAttendanceDays: number;
  dailyAttendanceRates: number[];
  shiftShares: ColumnType<schedulePlan.SchedulePlanRow['shiftShares'], string, string>;
  newStaffWithOldStaff: boolean;
  maxWeeklyNights: Generated<number>;
  holidayRate: ColumnType<number | null, number | null | undefined, never>;
  covers: ColumnType<schedulePlan.SchedulePlanRow['covers'], string | undefined, never>;
  effectiveFrom: string;
  updatedBy: string;
  updatedAt: InstantDefault;
}

interface WorkShiftTable {
  shiftId: Generated<string>;
  userNo: string;
  workDate: string;
  shiftType: string;
  startsAt: Instant;
  endsAt: Instant;
  breakMinutes: number;
  remark: Optional<string>;
  shiftStatus: Generated<scheduling.Shift['shiftStatus']>;
  decidedAttendance: Optional<scheduling.Shift['attendanceStatus']>;
  isLocked: Generated<boolean>;
  overrideReason: Optional<string>;
  updatedBy: string;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

interface ScheduleChangeTable {
  scheduleChangeNo: Generated<string>;
  userNo: string;
  changeType: mySchedule.ChangeRow['changeType'];
  shiftDate: string;
  withUserNo: Optional<string>;
  withShiftDate: Optional<string>;
  agreedAt: InstantOrNull;
  reason: string;
  voucherId: Optional<string>;
  changeStatus: Generated<mySchedule.ChangeRow['changeStatus']>;
  approverUserNo: Optional<string>;
  decidedAt: InstantOrNull;
  rejectReason: Optional<string>;
  askedAt: InstantDefault;
  version: Generated<number>;
}

type Found = ReplyOf<typeof scheduling.autoFound>;

/** What a job of auto-scheduling found. */
interface AutoScheduleTable {
  jobNo: string;
  deptNo: string;
  fromDay: string;
  toDay: string;
  keepExisting: boolean;
  cells: JSONColumnType<Found['cells'], string, never>;
  cancelled: number;
  kept: Generated<number>;
  differences: JSONColumnType<Found['differences'], string | undefined, never>;
  fits: JSONColumnType<Found['fits'], string | undefined, never>;
  broken: JSONColumnType<Found['broken'], string, never>;
  /** Numeric: the driver reads it as text. */
  cost: ColumnType<string, number, never>;
  gapPercent: ColumnType<string | null, number | null | undefined, number>;
  seconds: ColumnType<string, number, number>;
  program: ColumnType<string | null, string, null>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    autoSchedule: AutoScheduleTable;
    shiftType: ShiftTypeTable;
    schedulePlan: SchedulePlanTable;
    schedulePlanVersion: SchedulePlanVersionTable;
    workShift: WorkShiftTable;
    scheduleChange: ScheduleChangeTable;
  }
}
