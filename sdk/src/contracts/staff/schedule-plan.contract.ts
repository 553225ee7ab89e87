import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, dayRange, exportReply, exportRequest, listReply, listRequest, textFilter } from '../list.ts';
import { historyEntry } from '../platform/history.ts';
import { staffType } from './attendance-threshold.contract.ts';
import { shiftTypeCode } from './scheduling.contract.ts';

export const SCHEDULE_PLAN_PAGE = '/AdminContent/ScheduleManage/SchedulePlan';
const seen = { page: [SCHEDULE_PLAN_PAGE] } as const;
const SAVE = { code: ['schedule:plan:save'] } as const;

/** Rows of cover that a plan takes. */
export const MAX_COVERS = 10;
/** At least so many people on a day, of those who speak a language or do a kind of work. */
export const planCover = z
  .strictObject({
    /** Null: on any shift of the day. */
    shiftType: z.nullable(shiftTypeCode),
    language: z.nullable(z.string().check(z.regex(/^[a-z]{2,3}$/))),
    staffType: z.nullable(staffType),
    people: z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(500, 'At most 500')),
  })
  .check(
    z.refine(({ language, staffType: kind }) => language !== null || kind !== null, {
      error: 'All options must be filled',
      path: ['language'],
    }),
  );
export type PlanCover = z.output<typeof planCover>;

/** SCHEDULE_PLAN_STATUS */
export const planStatus = z.enum(['ENABLED', 'DISABLED']);

const percent = z.int().check(z.minimum(0), z.maximum(100, 'At most 100'));
const days = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(6, 'At most 6'));

const form = {
  planName: z
    .string()
    .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(30, 'At most 30 characters')),
  deptNos: z.array(businessNo).check(z.minLength(1, 'Content cannot be blank'), z.maxLength(50)),
  maxConsecutiveDays: days,
  /** Exactly so many a week, less approved leave. */
  weeklyAttendanceDays: days,
  /** Monday to Sunday: of those not on leave. */
  dailyAttendanceRates: z.array(percent).check(z.length(7)),
  /** At least so much of a day’s people; the rest is free. */
  shiftShares: z
    .array(z.strictObject({ shiftType: shiftTypeCode, percent }))
    .check(z.maxLength(10), z.refine(addsUp, 'The shares of a day add up to at most 100 %')),
  newStaffWithOldStaff: z.boolean(),
  /** Shifts with two hours or more between 22:00 and 06:00. */
  maxWeeklyNights: z.int().check(z.minimum(0, 'Cannot be below 0'), z.maximum(6, 'At most 6')),
  /** On public holidays; null: as on the weekday. */
  holidayRate: z.nullable(percent),
  covers: z.array(planCover).check(z.maxLength(MAX_COVERS)),
  effectiveFrom: z.iso.date('A date, e.g. 2026-11-30'),
};

function addsUp(shares: readonly { readonly percent: number }[]): boolean {
  return shares.reduce((sum, one) => sum + one.percent, 0) <= 100;
}

export const schedulePlanRow = z.object({
  planNo: z.string(),
  planName: z.string(),
  deptNos: z.array(z.string()),
  deptNames: z.array(z.string()),
  headcount: z.number(),
  maxConsecutiveDays: z.number(),
  weeklyAttendanceDays: z.number(),
  dailyAttendanceRates: z.array(z.number()),
  shiftShares: z.array(z.object({ shiftType: z.string(), percent: z.number() })),
  newStaffWithOldStaff: z.boolean(),
  maxWeeklyNights: z.number(),
  holidayRate: z.nullable(z.number()),
  covers: z.array(planCover),
  planStatus,
  effectiveFrom: z.string(),
  versionNo: z.number(),
  updatedByName: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'enable', 'disable'])),
});
export type SchedulePlanRow = z.output<typeof schedulePlanRow>;

const filters = z.strictObject({
  planName: textFilter,
  deptNo: z.optional(businessNo),
  planStatus: z.optional(planStatus),
  /** Of people in its groups. */
  staffType: z.optional(staffType),
  effectiveFrom: dayRange,
});
const SORTS = ['planName', 'effectiveFrom'] as const;

export const page = defineEndpoint({
  name: 'schedulePlan.page',
  method: 'POST',
  path: 'scheduling/plan/page',
  access: seen,
  kind: 'query',
  summary: 'The shift plans, each in its latest version',
  request: listRequest(filters, SORTS),
  reply: listReply(schedulePlanRow),
});

export const exportList = defineEndpoint({
  name: 'schedulePlan.export',
  method: 'POST',
  path: 'scheduling/plan/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected shift plans as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'schedulePlan.detail',
  method: 'GET',
  path: 'scheduling/plan/{planNo}',
  access: seen,
  kind: 'query',
  summary: 'One plan with its versions, and the coming four weeks against it',
  request: z.object({ planNo: businessNo }),
  reply: z.object({
    ...schedulePlanRow.shape,
    comingDays: z.array(z.object({ date: z.string(), scheduled: z.number(), needed: z.number() })),
    history: z.array(historyEntry),
  }),
});

export const check = defineEndpoint({
  name: 'schedulePlan.check',
  method: 'POST',
  path: 'scheduling/plan/check',
  access: SAVE,
  kind: 'query',
  summary: 'Whether the rates can be met with the working days of a week',
  request: z.strictObject({
    deptNos: form.deptNos,
    weeklyAttendanceDays: days,
    dailyAttendanceRates: form.dailyAttendanceRates,
  }),
  reply: z.object({ headcount: z.number(), needed: z.number(), available: z.number(), isPossible: z.boolean() }),
});

export const save = defineEndpoint({
  name: 'schedulePlan.save',
  method: 'POST',
  path: 'scheduling/plan/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Adds a plan, or a version of it from its date on. STALE, PLAN_EXISTS, PLAN_IMPOSSIBLE, PLAN_FROM_PAST, REFERENCE_UNKNOWN',
  request: z.strictObject({ ...form, planNo: z.optional(businessNo), version: z.optional(z.int()) }),
  reply: z.object({ planNo: z.string(), versionNo: z.number() }),
});

const state = z.strictObject({ planNo: businessNo, version: z.int() });
const stateReply = z.object({ planNo: z.string(), planStatus });

export const enable = defineEndpoint({
  name: 'schedulePlan.enable',
  method: 'POST',
  path: 'scheduling/plan/enable',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Enables a plan. STALE, ILLEGAL_TRANSITION, PLAN_EXISTS',
  request: state,
  reply: stateReply,
});

export const disable = defineEndpoint({
  name: 'schedulePlan.disable',
  method: 'POST',
  path: 'scheduling/plan/disable',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Disables a plan: nothing is checked against it any more. STALE, ILLEGAL_TRANSITION',
  request: state,
  reply: stateReply,
});
