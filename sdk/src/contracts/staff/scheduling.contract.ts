import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, peopleReply, reason, treeExportRequest } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { abnormalType } from './abnormal-day.contract.ts';
import { staffType } from './attendance-threshold.contract.ts';

export const SCHEDULE_PAGE = '/AdminContent/ScheduleManage/ScheduleCaseManage';
const MY_PAGE = '/AdminContent/ScheduleManage/MySchedule';
const PLAN_PAGE = '/AdminContent/ScheduleManage/SchedulePlan';
const seen = { page: [SCHEDULE_PAGE] } as const;

/** SHIFT_STATUS */
export const shiftStatus = z.enum(['DRAFT', 'PUBLISHED', 'CANCELLED']);
/** ATTENDANCE_STATUS: derived from the shift and the person's sessions. */
export const attendanceStatus = z.enum(['SCHEDULED', 'ON_DUTY', 'DONE', 'LATE', 'EARLY_LEAVE', 'ABSENT', 'LEAVE']);
/** SHIFT_RULE: the rules of a plan that a shift or a day breaks. */
export const shiftRule = z.enum([
  'CONSECUTIVE_DAYS',
  'WEEKLY_DAYS',
  'WEEKLY_NIGHTS',
  'DAILY_RATE',
  'SHIFT_SHARE',
  'NEW_WITH_OLD',
  'LANGUAGE_COVER',
  'SKILL_COVER',
]);
/** SCHEDULE_VIEW */
export const scheduleView = z.enum(['DAY', 'WEEK', 'MONTH']);

/** EMPLOYEE_CATEGORY */
export const employeeCategory = z.enum(['NEW', 'OLD']);

const date = z.iso.date('A date, e.g. 2026-11-30');
const moment = z.iso.datetime({ offset: true, error: 'A date and time' });
export const shiftTypeCode = z.string().check(z.regex(/^[A-Z0-9]{1,4}$/, 'Up to 4 capital letters or digits'));
const timeOfDay = z.string().check(z.regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, 'A time, e.g. 08:30'));
const overrideReason = z.optional(
  z.nullable(
    z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters')),
  ),
);

export const shift = z.object({
  shiftId: z.string(),
  userNo: z.string(),
  realName: z.string(),
  workDate: z.string(),
  shiftType: z.string(),
  colour: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  breakMinutes: z.number(),
  remark: z.nullable(z.string()),
  shiftStatus,
  attendanceStatus,
  isLocked: z.boolean(),
  overrideReason: z.nullable(z.string()),
  /** Rules of the plan in force that it breaks. */
  violations: z.array(shiftRule),
  /** SCHEDULE_ABNORMAL_TYPE: what was found of its attendance and is not excused. */
  abnormalTypes: z.array(abnormalType),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'cancel', 'drag'])),
});
export type Shift = z.output<typeof shift>;

export const calendarPerson = z.object({
  userNo: z.string(),
  realName: z.string(),
  jobNumber: z.nullable(z.string()),
  deptName: z.nullable(z.string()),
  /** Working days of the week of `date`, and the longest run of days that touches the view. */
  weekTotal: z.number(),
  consecutiveDays: z.number(),
  leaveDates: z.array(z.string()),
  shifts: z.array(shift),
});
export type CalendarPerson = z.output<typeof calendarPerson>;

/** Which people and shifts a calendar shows. */
const calendarView = z.strictObject({
  view: scheduleView,
  date,
  deptNos: z.optional(z.array(businessNo).check(z.maxLength(50))),
  userNos: z.optional(z.array(businessNo).check(z.maxLength(500))),
  staffType: z.optional(staffType),
  shiftType: z.optional(shiftTypeCode),
  shiftStatus: z.optional(shiftStatus),
  attendanceStatus: z.optional(attendanceStatus),
  employeeCategory: z.optional(employeeCategory),
  violationsOnly: z.optional(z.boolean()),
});

export const calendar = defineEndpoint({
  name: 'scheduling.calendar',
  method: 'POST',
  path: 'scheduling/calendar',
  access: seen,
  kind: 'query',
  summary: 'The shifts of a group by day, week or month: a row a person, a footer a day',
  request: calendarView,
  reply: z.object({
    days: z.array(z.object({ date: z.string(), holidayName: z.nullable(z.string()) })),
    people: z.array(calendarPerson),
    /** Scheduled, and needed by the plans in force; the rate is of those not on leave. */
    footer: z.array(
      z.object({
        date: z.string(),
        scheduled: z.number(),
        needed: z.nullable(z.number()),
        ratePercent: z.nullable(z.number()),
        violations: z.array(shiftRule),
      }),
    ),
    /** More people match than are shown. */
    isCut: z.boolean(),
  }),
});

export const people = defineEndpoint({
  name: 'scheduling.people',
  method: 'GET',
  path: 'scheduling/people',
  access: seen,
  kind: 'query',
  summary: 'Everybody whose shifts the caller sees, by department',
  request: z.object({}),
  reply: z.array(z.object({ deptName: z.string(), people: peopleReply })),
});

export const exportView = defineEndpoint({
  name: 'scheduling.export',
  method: 'POST',
  path: 'scheduling/export',
  access: { code: ['schedule:shift:export'] },
  kind: 'command',
  summary: 'The shifts of a view as a file, made by a job',
  request: treeExportRequest(calendarView),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'scheduling.detail',
  method: 'GET',
  path: 'scheduling/{shiftId}',
  access: seen,
  kind: 'query',
  summary: 'One shift',
  request: z.object({ shiftId: businessNo }),
  reply: shift,
});

export const log = defineEndpoint({
  name: 'scheduling.log',
  method: 'GET',
  path: 'scheduling/{shiftId}/log',
  access: seen,
  kind: 'query',
  summary: 'Who changed what of a shift, and how much work the person was given during it',
  request: z.object({ shiftId: businessNo }),
  reply: z.object({
    history: z.array(historyEntry),
    /** Assigned to the person between its start and its end. */
    work: z.object({ orders: z.number(), cases: z.number(), listEntries: z.number() }),
  }),
});

const times = {
  shiftType: shiftTypeCode,
  startAt: moment,
  endAt: moment,
  breakMinutes: z.int().check(z.minimum(0), z.maximum(240, 'At most 240')),
  remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
  overrideReason,
};
/** A shift as a file has it: its times are those of its type. */
export const shiftLine = z.strictObject({
  jobNumber: z.string().check(z.trim(), z.regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,8}$/, 'Job number format error')),
  workDate: date,
  shiftType: shiftTypeCode,
  remark: times.remark,
  overrideReason: z.nullable(
    z.string().check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(200, 'At most 200 characters')),
  ),
});
const REFUSALS =
  'SHIFT_HOURS, SHIFT_OVERLAP, SHIFT_NOT_WORKING, SHIFT_PAST, SHIFT_ON_LEAVE, SHIFT_SEVENTH_DAY, SHIFT_REST_SHORT, SHIFT_OVERRIDE_NEEDED';

export const save = defineEndpoint({
  name: 'scheduling.save',
  method: 'POST',
  path: 'scheduling/save',
  access: { code: ['schedule:shift:save'] },
  kind: 'command',
  preview: true,
  summary: `Adds a draft shift; it belongs to the date (EAT) on which it starts. ${REFUSALS}`,
  request: z.strictObject({ userNo: businessNo, ...times }),
  reply: z.object({ shiftId: z.string(), version: z.number() }),
});

export const update = defineEndpoint({
  name: 'scheduling.update',
  method: 'POST',
  path: 'scheduling/update',
  access: { code: ['schedule:shift:update'] },
  kind: 'command',
  preview: true,
  summary: `Changes or locks a shift. STALE, SHIFT_LOCKED, ${REFUSALS}`,
  request: z.strictObject({ shiftId: businessNo, version: z.int(), ...times, isLocked: z.boolean() }),
  reply: z.object({ shiftId: z.string(), version: z.number() }),
});

export const drag = defineEndpoint({
  name: 'scheduling.drag',
  method: 'POST',
  path: 'scheduling/drag',
  access: { code: ['schedule:shift:drag'] },
  kind: 'command',
  preview: true,
  summary: `Moves or copies a shift to another day or person. STALE, SHIFT_LOCKED, ${REFUSALS}`,
  request: z.strictObject({
    shiftId: businessNo,
    version: z.int(),
    userNo: businessNo,
    workDate: date,
    isCopy: z.boolean(),
    overrideReason,
  }),
  reply: z.object({ shiftId: z.string(), version: z.number() }),
});

export const cancel = defineEndpoint({
  name: 'scheduling.cancel',
  method: 'POST',
  path: 'scheduling/cancel',
  access: { code: ['schedule:shift:update'] },
  kind: 'command',
  preview: true,
  summary: 'Cancels a shift that is not over. STALE, SHIFT_PAST, SHIFT_LOCKED, ILLEGAL_TRANSITION',
  request: z.strictObject({ shiftId: businessNo, version: z.int() }),
  reply: z.object({ shiftId: z.string(), version: z.number() }),
});

export const markLeave = defineEndpoint({
  name: 'scheduling.leave',
  method: 'POST',
  path: 'scheduling/leave',
  access: { code: ['schedule:shift:update'] },
  kind: 'command',
  preview: true,
  summary:
    'Marks a day of somebody else as leave, from today on; its shifts are cancelled. SCHEDULE_CHANGE_OWN, SHIFT_PAST, CHANGE_OVERLAP',
  request: z.strictObject({ userNo: businessNo, leaveDate: date, reason }),
  reply: z.object({ scheduleChangeNo: z.string() }),
});

const range = { deptNo: businessNo, from: date, to: date };

export const publish = defineEndpoint({
  name: 'scheduling.publish',
  method: 'POST',
  path: 'scheduling/publish',
  access: { code: ['schedule:shift:save'] },
  kind: 'command',
  preview: true,
  summary: 'Publishes the draft shifts of a group in a range of days; allocation follows them from then on',
  request: z.strictObject(range),
  reply: z.object({ published: z.number() }),
});

const plannedCell = z.strictObject({ userNo: businessNo, workDate: date, shiftType: shiftTypeCode });
export type PlannedCell = z.output<typeof plannedCell>;
const autoRequest = { ...range, keepExisting: z.boolean() };

export const autoPreview = defineEndpoint({
  name: 'scheduling.auto.preview',
  method: 'POST',
  path: 'scheduling/auto/preview',
  access: { code: ['schedule:shift:auto'] },
  kind: 'command',
  summary: 'Has the solver schedule a group, as a job; nothing is written. AUTO_RANGE, PLAN_NOT_IN_FORCE',
  request: z.strictObject(autoRequest),
  reply: exportReply,
});

export const autoFound = defineEndpoint({
  name: 'scheduling.auto.found',
  method: 'GET',
  path: 'scheduling/auto/found/{jobNo}',
  access: { code: ['schedule:shift:auto'] },
  kind: 'query',
  summary:
    'What one’s own job of auto-scheduling proposes, and by how much a rule cannot be met. JOB_NOT_FOUND, NOT_FOUND',
  request: z.object({ jobNo: businessNo }),
  reply: z.object({
    ...autoRequest,
    cells: z.array(z.object({ ...plannedCell.shape, realName: z.string() })),
    /** Drafts that stay as they are, and drafts that it would cancel. */
    kept: z.number(),
    cancelled: z.number(),
    /** What changes, by day and person: the draft that goes and the shift that comes. */
    differences: z.array(
      z.object({
        userNo: z.string(),
        realName: z.string(),
        workDate: z.string(),
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
      }),
    ),
    /** Rules that cannot be met, each by how much: people, or days. */
    broken: z.array(
      z.object({ rule: shiftRule, date: z.nullable(z.string()), realName: z.nullable(z.string()), by: z.number() }),
    ),
    /**
     * The smallest change of the plan that would make it fit: a setting from one value to another (`weekday` 0 is
     * Monday; null with DAILY_RATE: public holidays), or without `from` so many exceptions.
     */
    fits: z.array(
      z.object({ rule: shiftRule, weekday: z.nullable(z.number()), from: z.nullable(z.number()), to: z.number() }),
    ),
    /** Percent between the result and the best possible one; null where the bound was not found. */
    gapPercent: z.nullable(z.number()),
    seconds: z.number(),
  }),
});

export const autoApply = defineEndpoint({
  name: 'scheduling.auto.apply',
  method: 'POST',
  path: 'scheduling/auto/apply',
  access: { code: ['schedule:shift:auto'] },
  kind: 'command',
  preview: true,
  summary: `Writes what a preview showed as drafts; each is checked again. AUTO_RANGE, ${REFUSALS}`,
  request: z.strictObject({
    ...autoRequest,
    cells: z.array(plannedCell).check(z.minLength(1, 'SELECTION_EMPTY'), z.maxLength(5_000)),
  }),
  reply: z.object({ added: z.number(), cancelled: z.number() }),
});

export const shiftTypeRow = z.object({
  shiftType: z.string(),
  shiftTypeName: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  breakMinutes: z.number(),
  colour: z.string(),
  countsAsAttendance: z.boolean(),
  version: z.number(),
});
export type ShiftTypeRow = z.output<typeof shiftTypeRow>;

export const shiftTypes = defineEndpoint({
  name: 'scheduling.shiftType.page',
  method: 'POST',
  path: 'scheduling/shiftType/page',
  access: { page: [SCHEDULE_PAGE, PLAN_PAGE, MY_PAGE] },
  kind: 'query',
  summary: 'The shift types',
  request: z.strictObject({}),
  reply: z.array(shiftTypeRow),
});

export const saveShiftType = defineEndpoint({
  name: 'scheduling.shiftType.save',
  method: 'POST',
  path: 'scheduling/shiftType/save',
  access: { code: ['schedule:plan:save'] },
  kind: 'command',
  preview: true,
  summary:
    'Adds a shift type or changes it; shifts keep the times that they were given. STALE, PLAN_EXISTS, SHIFT_HOURS',
  request: z.strictObject({
    shiftType: shiftTypeCode,
    shiftTypeName: z
      .string()
      .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(64, 'At most 64 characters')),
    startsAt: timeOfDay,
    /** At or before the start: on the next day. */
    endsAt: timeOfDay,
    breakMinutes: z.int().check(z.minimum(0), z.maximum(240, 'At most 240')),
    colour: z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'A colour, e.g. #2d72d2')),
    countsAsAttendance: z.boolean(),
    /** Absent for a new one. */
    version: z.optional(z.int()),
  }),
  reply: z.object({ shiftType: z.string(), version: z.number() }),
});
