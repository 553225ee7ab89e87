import type { abnormalDay, attendanceThreshold } from '@kituo/sdk/contracts';
import type { Generated } from 'kysely';
import type { InstantDefault, InstantOrNull, Optional } from '../../../../db/column-types.ts';
import type { StateOf } from '../../../../state-machine/index.ts';
import type { abnormalDayMachine } from './abnormal-day.machine.ts';
import type { attendanceThresholdMachine } from './attendance-threshold.machine.ts';

export interface AttendanceThresholdTable {
  thresholdNo: Generated<string>;
  deptNos: string[];
  staffType: Optional<NonNullable<attendanceThreshold.ThresholdRow['staffType']>>;
  lateMinutes: number;
  earlyLeaveMinutes: number;
  absentMinutes: number;
  idleMinutes: number;
  groupRateBelow: number;
  notifyRoleNos: string[];
  /** EAT. */
  effectiveFrom: string;
  thresholdStatus: Generated<StateOf<typeof attendanceThresholdMachine>>;
  makerUserNo: string;
  checkerUserNo: Optional<string>;
  decisionReason: Optional<string>;
  savedAt: InstantDefault;
  version: Generated<number>;
}

export interface AbnormalDayTable {
  abnormalId: Generated<string>;
  userNo: string;
  deptNo: string;
  /** EAT. */
  workDate: string;
  shiftId: Optional<string>;
  abnormalType: abnormalDay.AbnormalRow['abnormalType'];
  measuredMinutes: number;
  thresholdMinutes: number;
  thresholdNo: string;
  explanation: Optional<string>;
  explainedAt: InstantOrNull;
  resolveStatus: Generated<StateOf<typeof abnormalDayMachine>>;
  resolveReason: Optional<string>;
  resolvedBy: Optional<string>;
  resolvedAt: InstantOrNull;
  foundAt: InstantDefault;
  version: Generated<number>;
}

declare module '../../../../db/schema.ts' {
  interface Schema {
    attendanceThreshold: AttendanceThresholdTable;
    abnormalDay: AbnormalDayTable;
  }
}
