import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { historyEntry } from '../platform/history.ts';

const PREFIX = 'scheduling/abnormalThreshold';
export const ATTENDANCE_THRESHOLD_PAGE = '/AdminContent/ScheduleManage/ScheduleAbnormalThreshold';
const seen = { page: [ATTENDANCE_THRESHOLD_PAGE] } as const;
const SAVE = { code: ['schedule:threshold:save'] } as const;

/** THRESHOLD_STATUS */
export const thresholdStatus = z.enum(['PENDING_APPROVAL', 'ENABLED', 'DISABLED', 'REJECTED']);
/** STAFF_TYPE: by the personnel record that a person has. */
export const staffType = z.enum(['COLLECTOR', 'TELEMARKETER', 'AUDITOR', 'SERVICE']);

const ALL_FILLED = 'All options must be filled';
const within = (most: number, said: string) => z.int(ALL_FILLED).check(z.minimum(0, said), z.maximum(most, said));
const minutes = within(480, '0 to 480');

const terms = {
  deptNos: z.array(businessNo).check(z.minLength(1, ALL_FILLED), z.maxLength(50)),
  /** Null: everybody of the groups. */
  staffType: z.nullable(staffType),
  /** Minutes after the start of a shift from which a sign-in is late, and from which the day is missed. */
  lateMinutes: minutes,
  absentMinutes: minutes,
  /** Minutes before the end of a shift in which a person was last seen. */
  earlyLeaveMinutes: minutes,
  /** The longest time without a recorded action during a shift, less its break. */
  idleMinutes: minutes,
  /** Percent of a group's shifts of a day that were attended. */
  groupRateBelow: within(100, '0 to 100%'),
  /** Roles that are warned. */
  notifyRoleNos: z.array(businessNo).check(z.minLength(1, ALL_FILLED), z.maxLength(20)),
  /** EAT; not before today. */
  effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
};

export const thresholdRow = z.object({
  thresholdNo: z.string(),
  deptNos: z.array(z.string()),
  deptNames: z.array(z.string()),
  staffType: z.nullable(staffType),
  lateMinutes: z.number(),
  earlyLeaveMinutes: z.number(),
  absentMinutes: z.number(),
  idleMinutes: z.number(),
  groupRateBelow: z.number(),
  notifyRoleNos: z.array(z.string()),
  notifyRoleNames: z.array(z.string()),
  thresholdStatus,
  effectiveFrom: z.string(),
  makerName: z.string(),
  checkerName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['approve', 'reject', 'enable', 'disable', 'copy'])),
});
export type ThresholdRow = z.output<typeof thresholdRow>;

const filters = z.strictObject({
  deptNo: z.optional(businessNo),
  staffType: z.optional(staffType),
  thresholdStatus: z.optional(thresholdStatus),
});
const SORTS = ['effectiveFrom'] as const;

export const page = defineEndpoint({
  name: 'attendanceThreshold.page',
  method: 'POST',
  path: `${PREFIX}/page`,
  access: seen,
  kind: 'query',
  summary: 'What counts as an abnormal day, by group and staff type, from which day on',
  request: listRequest(filters, SORTS),
  reply: listReply(thresholdRow),
});

export const exportList = defineEndpoint({
  name: 'attendanceThreshold.export',
  method: 'POST',
  path: `${PREFIX}/export`,
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected thresholds as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const roles = defineEndpoint({
  name: 'attendanceThreshold.roles',
  method: 'GET',
  path: `${PREFIX}/options/roles`,
  access: seen,
  kind: 'query',
  summary: 'The roles that may be warned',
  request: z.object({}),
  reply: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
});

export const detail = defineEndpoint({
  name: 'attendanceThreshold.detail',
  method: 'GET',
  path: `${PREFIX}/{thresholdNo}`,
  access: seen,
  kind: 'query',
  summary: 'One threshold with its history. THRESHOLD_NOT_FOUND',
  request: z.object({ thresholdNo: businessNo }),
  reply: z.object({ ...thresholdRow.shape, history: z.array(historyEntry) }),
});

const moved = z.object({ thresholdNo: z.string(), thresholdStatus });

export const save = defineEndpoint({
  name: 'attendanceThreshold.save',
  method: 'POST',
  path: `${PREFIX}/save`,
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Sends a threshold for approval; once approved it replaces the one before from its date on. ABSENT_NOT_ABOVE_LATE, THRESHOLD_EXISTS, THRESHOLD_FROM_PAST, REFERENCE_UNKNOWN',
  request: z.strictObject(terms),
  reply: moved,
});

export const approve = defineEndpoint({
  name: 'attendanceThreshold.approve',
  method: 'POST',
  path: `${PREFIX}/approve`,
  access: { code: ['schedule:threshold:approve'] },
  kind: 'command',
  preview: true,
  summary: 'Approves or rejects a threshold; never its maker. MAKER_IS_CHECKER, THRESHOLD_FROM_PAST, STALE',
  request: z.strictObject({
    thresholdNo: businessNo,
    version: z.int(),
    isApproved: z.boolean(),
    reason: z.optional(reason),
  }),
  reply: moved,
});

const switched = {
  method: 'POST',
  access: SAVE,
  kind: 'command',
  preview: true,
  request: z.strictObject({ thresholdNo: businessNo, version: z.int() }),
  reply: moved,
} as const;

export const enable = defineEndpoint({
  ...switched,
  name: 'attendanceThreshold.enable',
  path: `${PREFIX}/enable`,
  summary: 'Applies a disabled threshold again. THRESHOLD_EXISTS, STALE, ILLEGAL_TRANSITION',
});

export const disable = defineEndpoint({
  ...switched,
  name: 'attendanceThreshold.disable',
  path: `${PREFIX}/disable`,
  summary: 'Disables a threshold; abnormal days found stay. STALE, ILLEGAL_TRANSITION',
});

export const simulate = defineEndpoint({
  name: 'attendanceThreshold.simulate',
  method: 'POST',
  path: `${PREFIX}/simulate`,
  access: seen,
  kind: 'query',
  summary: 'How many abnormal days the last 30 days would have under a threshold. THRESHOLD_NOT_FOUND',
  request: z.strictObject({ thresholdNo: businessNo }),
  reply: z.object({
    shifts: z.number(),
    people: z.number(),
    LATE: z.number(),
    EARLY_LEAVE: z.number(),
    ABSENT: z.number(),
    IDLE: z.number(),
    UNSCHEDULED_WORK: z.number(),
    /** Days of a group below the rate. */
    groupDays: z.number(),
  }),
});
